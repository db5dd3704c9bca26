package dev.antiphon.it.container.projector;

import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.FaultPoint;
import dev.antiphon.projector.spi.Outcome;
import dev.antiphon.projector.spi.Stage;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** An application's own stage and fault point: sees what threads are like on which events are applied. */
@ApplicationScoped
public class Witness implements Stage, FaultPoint {

    /** What it saw. */
    public record Sighting(String where, int transactionStatus, ClassLoader contextLoader) {}

    private final Queue<Sighting> sightings = new ConcurrentLinkedQueue<>();

    @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
    TransactionSynchronizationRegistry transactions;

    @Override
    public Outcome handle(Delivery delivery, Next next) throws Exception {
        look("before handler");
        try {
            return next.handle(delivery);
        } finally {
            look("after handler");
        }
    }

    @Override
    public void reached(Place place, String projection) {
        look(place.name());
    }

    private void look(String where) {
        sightings.add(new Sighting(
                where,
                transactions.getTransactionStatus(),
                Thread.currentThread().getContextClassLoader()));
    }

    public List<Sighting> sightings() {
        return List.copyOf(sightings);
    }
}
