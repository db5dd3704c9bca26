package dev.antiphon.it.container.projector;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Where handlers of all projections wait for each other, in the middle of their transactions. */
@ApplicationScoped
public class Rendezvous {

    static final String CRATE = "rendezvous";
    private static final int PROJECTIONS = 3;

    private final CountDownLatch missing = new CountDownLatch(PROJECTIONS);
    private final Set<String> together = ConcurrentHashMap.newKeySet();

    void meet(String crateId) {
        if (!crateId.equals(CRATE)) {
            return;
        }
        missing.countDown();
        try {
            if (missing.await(30, TimeUnit.SECONDS)) {
                together.add(Thread.currentThread().getName());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The threads that were there at the same time. */
    public Set<String> together() {
        return Set.copyOf(together);
    }
}
