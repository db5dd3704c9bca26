package dev.antiphon.query.waiting;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One query in the waiting room; its fields are guarded by the room's lock. */
final class Waiter {

    final AwaitedVersion awaited;
    final long since;
    final CompletableFuture<Sighting> end = new CompletableFuture<>();
    private @Nullable Long visibleVersion;

    Waiter(AwaitedVersion awaited, long since) {
        this.awaited = awaited;
        this.since = since;
    }

    void see(long version) {
        visibleVersion = version;
    }

    boolean wasLookedFor() {
        return visibleVersion != null;
    }

    Sighting sighting() {
        return new Sighting(awaited, visibleVersion);
    }
}
