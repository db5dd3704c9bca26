package dev.antiphon.it.container.projector;

import dev.antiphon.events.Envelope;
import dev.antiphon.it.container.projector.CrateEvent.CratePacked;
import dev.antiphon.it.container.projector.CrateEvent.CrateSealed;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.VersionedRow;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** What is written on each crate: always its newest state. */
@ApplicationScoped
@Projection(name = "crate_label", events = CrateEvent.class, strategy = Strategy.VERSION_GUARD)
public class CrateLabel {

    @Inject
    Rendezvous rendezvous;

    public void on(CratePacked event, Envelope envelope, ReadDatabase db) {
        db.batch(row(event.crateId(), envelope).set("text", "+" + event.articles()));
    }

    public void on(CrateSealed event, Envelope envelope, ReadDatabase db) {
        rendezvous.meet(event.crateId());
        db.batch(row(event.crateId(), envelope).set("text", "sealed"));
    }

    private static VersionedRow row(String crateId, Envelope envelope) {
        return VersionedRow.of("crate_label", "crate_id", crateId, envelope.aggregateVersion());
    }
}
