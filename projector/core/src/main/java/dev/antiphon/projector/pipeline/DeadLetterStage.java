package dev.antiphon.projector.pipeline;

import dev.antiphon.projector.jdbc.Advance;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Outcome;
import dev.antiphon.projector.spi.Stage;

/**
 * Writes down what retry has given up: letter, parking of the aggregate and position commit in one transaction (rule
 * E5). When that transaction fails, the record is tried once more before it is tried again.
 */
final class DeadLetterStage implements Stage {

    private final Transactions transactions;
    private final Advance advance;

    DeadLetterStage(Transactions transactions, Advance advance) {
        this.transactions = transactions;
        this.advance = advance;
    }

    @Override
    public Outcome handle(Delivery delivery, Next next) throws Exception {
        try {
            return next.handle(delivery);
        } catch (GivenUpException e) {
            try (var transaction = transactions.beginGivingUp(advance, delivery)) {
                var key = delivery.key();
                transaction
                        .letters()
                        .giveUp(
                                delivery,
                                e.failure(),
                                key == null ? 0 : transaction.watermarks().of(key));
                transaction.commit();
            }
            return new Outcome.DeadLettered(e.failure());
        }
    }
}
