package dev.antiphon.it.container.projector;

import dev.antiphon.events.Envelope;
import dev.antiphon.it.container.projector.CrateEvent.CratePacked;
import dev.antiphon.it.container.projector.CrateEvent.CrateSealed;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.Strategy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** How much is in each crate: adds up, so that an event that counted twice would show. */
@ApplicationScoped
@Projection(name = "crate_content", events = CrateEvent.class, strategy = Strategy.PROCESSED_EVENT)
public class CrateContent {

    @Inject
    Rendezvous rendezvous;

    public void on(CratePacked event, Envelope envelope, ReadDatabase db) {
        if (!db.query("select 1 from crate_fault where crate_id = ?", row -> row.getInt(1), event.crateId())
                .isEmpty()) {
            throw new IllegalStateException("Crate " + event.crateId() + " cannot be opened");
        }
        db.batch("""
                insert into crate_content as c (crate_id, articles, version) values (?, ?, ?)
                on conflict (crate_id) do update set articles = c.articles + excluded.articles, version = excluded.version""", event.crateId(), event.articles(), envelope.aggregateVersion());
    }

    public void on(CrateSealed event, Envelope envelope, ReadDatabase db) {
        rendezvous.meet(event.crateId());
        db.batch(
                "update crate_content set sealed = true, version = ? where crate_id = ?",
                envelope.aggregateVersion(),
                event.crateId());
    }
}
