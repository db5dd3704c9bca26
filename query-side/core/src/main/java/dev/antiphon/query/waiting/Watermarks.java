package dev.antiphon.query.waiting;

import java.util.Map;
import java.util.Set;

/** Knows how far projections are. */
@FunctionalInterface
public interface Watermarks {

    /**
     * Reads many at once. May block; called by one thread at a time, and never with an empty set.
     *
     * @return the last applied version of each aggregate; those that a projection knows nothing of are absent
     */
    Map<AggregateKey, Long> read(Set<AggregateKey> keys);
}
