package dev.antiphon.command.pipeline;

import dev.antiphon.command.CommandResult;
import dev.antiphon.command.outbox.Outbox;
import dev.antiphon.command.outbox.OutboxEvent;
import dev.antiphon.command.spi.AggregateStore;
import dev.antiphon.command.spi.CommandInvocation;
import dev.antiphon.events.EnvelopeFactory;
import java.util.ArrayList;
import java.util.List;

/** The end of the chain: the handler, then the changed aggregates, then their events as outbox rows (rule S1). */
public final class HandlerStep {

    private final HandlerRegistry handlers;
    private final AggregateStore store;
    private final EnvelopeFactory envelopes;
    private final Outbox outbox;

    public HandlerStep(HandlerRegistry handlers, AggregateStore store, EnvelopeFactory envelopes, Outbox outbox) {
        this.handlers = handlers;
        this.store = store;
        this.envelopes = envelopes;
        this.outbox = outbox;
    }

    CommandResult handle(CommandInvocation invocation) {
        var handler = handlers.handlerOf(invocation.command());
        var work = UnitOfWork.begin(invocation);
        try {
            var aggregate = handler.handle(invocation.command());
            var events = events(work);
            store.write(work.added());
            outbox.append(events);
            return new CommandResult(
                    handlers.modelOf(aggregate).topic().entity(), aggregate.id(), aggregate.version(), false);
        } finally {
            work.end();
        }
    }

    private List<OutboxEvent> events(UnitOfWork work) {
        var events = new ArrayList<OutboxEvent>();
        for (var aggregate : work.aggregates()) {
            var topic = handlers.modelOf(aggregate).topic();
            for (var recorded : aggregate.takeRecorded()) {
                var envelope = envelopes.create(topic, recorded.event(), aggregate.id(), recorded.version());
                events.add(new OutboxEvent(topic, envelope, recorded.event()));
                aggregate.appended(envelope.occurredAt());
            }
        }
        return events;
    }
}
