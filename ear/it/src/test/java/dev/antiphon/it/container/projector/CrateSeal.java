package dev.antiphon.it.container.projector;

import dev.antiphon.events.Envelope;
import dev.antiphon.it.container.projector.CrateEvent.CrateSealed;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.VersionedRow;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Which crates are sealed; handles one type of event only. */
@ApplicationScoped
@Projection(name = "crate_seal", events = CrateEvent.class, strategy = Strategy.VERSION_GUARD)
public class CrateSeal {

    @Inject
    Rendezvous rendezvous;

    public void on(CrateSealed event, Envelope envelope, ReadDatabase db) {
        rendezvous.meet(event.crateId());
        db.batch(VersionedRow.of("crate_seal", "crate_id", event.crateId(), envelope.aggregateVersion()));
    }
}
