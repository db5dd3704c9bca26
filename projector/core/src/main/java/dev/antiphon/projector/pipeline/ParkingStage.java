package dev.antiphon.projector.pipeline;

import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Outcome;
import dev.antiphon.projector.spi.Stage;

/**
 * Sends what belongs to a parked aggregate after it into the dead letters, in the transaction of the batch and without
 * any try, so that the order within the aggregate is kept and everything else flows (rules E5, E9).
 */
final class ParkingStage implements Stage {

    private final ProjectionTransaction transaction;

    ParkingStage(ProjectionTransaction transaction) {
        this.transaction = transaction;
    }

    @Override
    public Outcome handle(Delivery delivery, Next next) throws Exception {
        var key = delivery.key();
        if (key == null || !transaction.letters().isParked(key)) {
            return next.handle(delivery);
        }
        var watermark = transaction.watermarks().of(key);
        if (delivery.hasEnvelope() && delivery.envelope().aggregateVersion() <= watermark) {
            return new Outcome.Duplicate();
        }
        transaction.letters().follow(delivery, watermark);
        return new Outcome.DeadLettered(null);
    }
}
