package dev.antiphon.query.waiting;

import org.jspecify.annotations.Nullable;

/**
 * How a wait ended.
 *
 * @param awaited what was waited for
 * @param visibleVersion the version last seen, 0 where the projection knows nothing of the aggregate; null where the
 *     database did not answer in time
 */
public record Sighting(AwaitedVersion awaited, @Nullable Long visibleVersion) {

    /** Whether the awaited version is there. It stays there: a watermark never falls. */
    public boolean reached() {
        return visibleVersion != null && visibleVersion >= awaited.version();
    }
}
