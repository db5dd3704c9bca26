package dev.antiphon.query.ee.http;

import dev.antiphon.events.ee.http.Problem;
import dev.antiphon.query.InvalidParameterException;
import dev.antiphon.query.waiting.AwaitedVersion;
import dev.antiphon.query.waiting.Sighting;
import java.util.Map;
import java.util.TreeMap;

/** The problem documents of the query side. */
final class Problems {

    private Problems() {}

    static Problem invalidParameter(InvalidParameterException refused) {
        return Problem.of(400, "invalid-parameter", "A parameter cannot be used", refused.getMessage())
                .with(Map.of("parameter", refused.parameter()));
    }

    static Problem notYetVisible(Sighting sighting, AwaitedVersion missing) {
        var members = new TreeMap<String, Object>();
        members.put("projection", missing.key().projection());
        members.put("aggregateId", missing.key().aggregateId());
        members.put("requestedVersion", missing.version());
        sighting.visibleVersion(missing.key()).ifPresent(version -> members.put("visibleVersion", version));
        return Problem.of(
                        503,
                        "not-yet-visible",
                        "The version is not visible yet",
                        "The read model " + missing.key().projection() + " has not applied version "
                                + missing.version() + " of " + missing.key().aggregateId()
                                + " in time. Try again, or ask with Prefer: handling=lenient for what is there.")
                .with(members);
    }

    static Problem noPlace() {
        return Problem.of(
                503,
                "too-many-waiting",
                "Too many queries are waiting",
                "This node cannot let another query wait now. Try again, or ask without minVersion and Consistency-Token.");
    }

    static Problem tooManyListening() {
        return Problem.of(
                503,
                "too-many-listening",
                "Too many clients are listening",
                "This node cannot tell another client of changes now. Try again, or ask from time to time.");
    }

    static Problem databaseAway() {
        return Problem.of(
                503,
                "database-unavailable",
                "The database is away",
                "The read model cannot be read now. Try again; what the write store answers by itself may be there.");
    }

    static Problem tooSlow() {
        return Problem.of(
                503,
                "query-timeout",
                "The query took too long",
                "The database did not answer in the time that one statement may take. Try again, or ask for less.");
    }

    static Problem notFound(String immediate) {
        return Problem.of(
                404,
                "not-found",
                "The read model holds no such row",
                "It does not exist, or its event has not arrived here yet: ask with minVersion to wait for it"
                        + (immediate.isEmpty() ? "." : ", or ask " + immediate + ", which answers without any wait."));
    }
}
