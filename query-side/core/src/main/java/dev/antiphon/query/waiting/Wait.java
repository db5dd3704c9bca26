package dev.antiphon.query.waiting;

import java.time.Duration;
import java.util.List;

/**
 * What one query waits for.
 *
 * @param versions all of them must be there; at least one, and of one projection
 * @param bound longest wait, 0 or longer; 0 looks once
 */
public record Wait(List<AwaitedVersion> versions, Duration bound) {

    public Wait {
        versions = List.copyOf(versions);
        if (versions.isEmpty() || bound.isNegative()) {
            throw new IllegalArgumentException("A wait is for something, and its bound is 0 or longer");
        }
    }

    /** The projection that is waited for. */
    public String projection() {
        return versions.get(0).key().projection();
    }
}
