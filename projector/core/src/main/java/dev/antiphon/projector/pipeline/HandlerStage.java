package dev.antiphon.projector.pipeline;

import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Outcome;
import dev.antiphon.projector.spi.Stage;
import java.util.Objects;

/** The end of the chain: reads the payload and calls the projection's method, or skips a type that has none (rule E6). */
final class HandlerStage implements Stage {

    private final ProjectionDefinition definition;
    private final ProjectionTransaction transaction;

    HandlerStage(ProjectionDefinition definition, ProjectionTransaction transaction) {
        this.definition = definition;
        this.transaction = transaction;
    }

    @Override
    public Outcome handle(Delivery delivery, Next next) throws Exception {
        var envelope = delivery.envelope();
        var handler = definition.handler(envelope.eventType());
        if (handler.isEmpty()) {
            return new Outcome.Skipped(envelope.eventType());
        }
        var event = handler.get().read(envelope, Objects.requireNonNull(delivery.value()));
        handler.get().call(event, envelope, transaction.databaseFor(envelope.aggregateId()));
        return new Outcome.Applied();
    }
}
