package dev.antiphon.query.waiting;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One query in the waiting room; its fields are guarded by the room's lock. */
final class Waiter {

    final Wait wait;
    final long since;
    final CompletableFuture<Sighting> end = new CompletableFuture<>();
    private @Nullable Map<AggregateKey, Long> visible;

    Waiter(Wait wait, long since) {
        this.wait = wait;
        this.since = since;
    }

    Stream<AggregateKey> keys() {
        return wait.versions().stream().map(AwaitedVersion::key);
    }

    /** @param versions of all that wait; those of others are ignored */
    void see(Map<AggregateKey, Long> versions) {
        visible = versions;
    }

    boolean wasLookedFor() {
        return visible != null;
    }

    Sighting sighting() {
        return new Sighting(wait, visible);
    }
}
