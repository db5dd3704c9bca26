package dev.antiphon.projector.pipeline;

import dev.antiphon.events.Envelope;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Outcome;
import dev.antiphon.projector.spi.Stage;

/**
 * Judges a record by its version and, where the projection asks for it, by its event id (rule S2): at or below the
 * watermark it is a duplicate, the next version passes, beyond it there is a gap. Whatever is not postponed advances the
 * watermark. Where a rebuild is under way, a gap of an aggregate that it will still read is none: the event is in what it will
 * read; while it reads, the event waits. A deletion without a version cannot be judged, and passes.
 */
final class DeduplicationStage implements Stage {

    private final ProjectionDefinition definition;
    private final ProjectionTransaction transaction;

    DeduplicationStage(ProjectionDefinition definition, ProjectionTransaction transaction) {
        this.definition = definition;
        this.transaction = transaction;
    }

    @Override
    public Outcome handle(Delivery delivery, Next next) throws Exception {
        if (delivery.isDeletion() && !delivery.hasEnvelope()) {
            return next.handle(delivery);
        }
        var envelope = delivery.envelope();
        var seen = transaction.watermarks().of(envelope.aggregateId());
        if (envelope.aggregateVersion() <= seen) {
            return new Outcome.Duplicate();
        }
        if (envelope.aggregateVersion() > seen + 1) {
            return beyondGap(envelope, seen);
        }
        var outcome = !delivery.isDeletion() && isProcessed(envelope.eventType(), envelope.eventId())
                ? new Outcome.Duplicate()
                : next.handle(delivery);
        if (!(outcome instanceof Outcome.Postponed)) {
            transaction.watermarks().advance(envelope.aggregateId(), envelope.aggregateVersion());
        }
        return outcome;
    }

    private Outcome beyondGap(Envelope envelope, long seen) {
        var rebuild = transaction.rebuild();
        if (rebuild != null && rebuild.isAhead(envelope.aggregateId())) {
            return new Outcome.Covered();
        }
        if (rebuild != null && rebuild.isClaimed(envelope.aggregateId())) {
            throw new BeingRebuiltException(envelope);
        }
        throw new VersionGapException(envelope, seen);
    }

    private boolean isProcessed(String eventType, String eventId) {
        return definition.strategy() == Strategy.PROCESSED_EVENT
                && definition.handler(eventType).isPresent()
                && !transaction.isFresh(eventId);
    }
}
