package dev.antiphon.projector.pipeline;

import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Outcome;
import dev.antiphon.projector.spi.Stage;

/**
 * Skips events of another aggregate type than the topic's: their versions have nothing to do with those of an aggregate
 * with the same key, so they must not look like a gap or a duplicate of it.
 */
final class ForeignStage implements Stage {

    private final String aggregateType;

    ForeignStage(String aggregateType) {
        this.aggregateType = aggregateType;
    }

    @Override
    public Outcome handle(Delivery delivery, Next next) throws Exception {
        return delivery.hasEnvelope() && !delivery.envelope().aggregateType().equals(aggregateType)
                ? new Outcome.Skipped("aggregate-type")
                : next.handle(delivery);
    }
}
