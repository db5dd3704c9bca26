package dev.antiphon.query.waiting;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a wait ended.
 *
 * @param asked what was waited for
 * @param visible the versions last seen, without those of which the projection knows nothing; null where the database
 *     did not answer in time
 */
public record Sighting(Wait asked, @Nullable Map<AggregateKey, Long> visible) {

    /** Whether all that was awaited is there. It stays there: a watermark never falls. */
    public boolean reached() {
        return missing().isEmpty();
    }

    /** The first of the awaited versions that is not there. */
    public Optional<AwaitedVersion> missing() {
        return asked.versions().stream()
                .filter(awaited -> visible == null || visible.getOrDefault(awaited.key(), 0L) < awaited.version())
                .findFirst();
    }

    /** The version last seen, 0 where the projection knows nothing of the aggregate; empty where nothing was seen. */
    public Optional<Long> visibleVersion(AggregateKey key) {
        return Optional.ofNullable(visible).map(versions -> versions.getOrDefault(key, 0L));
    }
}
