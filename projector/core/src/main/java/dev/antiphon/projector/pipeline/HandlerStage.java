package dev.antiphon.projector.pipeline;

import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Outcome;
import dev.antiphon.projector.spi.Stage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The end of the chain: reads the payload and calls the projection's method, or skips what has none (rule E6). */
final class HandlerStage implements Stage {

    private final ProjectionDefinition definition;
    private final ProjectionTransaction transaction;

    HandlerStage(ProjectionDefinition definition, ProjectionTransaction transaction) {
        this.definition = definition;
        this.transaction = transaction;
    }

    @Override
    public Outcome handle(Delivery delivery, Next next) throws Exception {
        if (delivery.isDeletion()) {
            return delete(delivery.key());
        }
        var envelope = delivery.envelope();
        var handler = definition.handler(envelope.eventType());
        if (handler.isEmpty()) {
            return new Outcome.Skipped(envelope.eventType());
        }
        var event = handler.get().read(envelope, Objects.requireNonNull(delivery.value()));
        handler.get().call(event, envelope, transaction.databaseFor(envelope.aggregateId()));
        transaction.changes().add(envelope.aggregateId(), envelope.aggregateVersion(), envelope.eventType());
        return new Outcome.Applied();
    }

    private Outcome delete(@Nullable String aggregateId) throws Exception {
        var handler = definition.deletion();
        if (aggregateId == null || handler.isEmpty()) {
            return new Outcome.Skipped("deletion");
        }
        handler.get().call(aggregateId, transaction.databaseFor(aggregateId));
        return new Outcome.Applied();
    }
}
