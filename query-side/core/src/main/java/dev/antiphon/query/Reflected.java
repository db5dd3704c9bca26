package dev.antiphon.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an answer about one aggregate reflects, told by the projection's watermark: read with the row, in the same round
 * trip and before it, so that the row is never older than what is told.
 *
 * @param version the last version that the projection has applied
 * @param appliedAt when, by the database's clock
 * @param age how long ago that was when it was read, by the same clock
 */
public record Reflected(long version, Instant appliedAt, Duration age) {

    /** Sent before the statement of the row, in the same round trip. */
    static final String SQL = """
            select aggregate_version, applied_at, clock_timestamp()
            from antiphon.watermark
            where projection = coalesce(
                      (select key from antiphon.projection_version where projection = ? and active), ?)
              and aggregate_id = ?;
            """;

    private static final ThreadLocal<Subject> CURRENT = new ThreadLocal<>();

    /** What the request on this thread asks about; the first row that is read fills it. */
    static final class Subject {

        final String projection;
        final String aggregateId;
        private @Nullable Reflected reflected;

        Subject(String projection, String aggregateId) {
            this.projection = projection;
            this.aggregateId = aggregateId;
        }

        boolean isOpen() {
            return reflected == null;
        }

        void fill(ResultSet watermark) throws SQLException {
            if (watermark.next()) {
                var appliedAt = watermark.getObject(2, OffsetDateTime.class).toInstant();
                var now = watermark.getObject(3, OffsetDateTime.class).toInstant();
                reflected = new Reflected(watermark.getLong(1), appliedAt, Duration.between(appliedAt, now));
            }
        }
    }

    /** From now on a {@link ReadStore} that reads one row on this thread also reads this aggregate's watermark. */
    public static void ask(String projection, String aggregateId) {
        CURRENT.set(new Subject(projection, aggregateId));
    }

    /** What was read, and the end of asking; empty where no row was read or the projection knows nothing. */
    public static Optional<Reflected> end() {
        var subject = CURRENT.get();
        CURRENT.remove();
        return Optional.ofNullable(subject).map(asked -> asked.reflected);
    }

    static Optional<Subject> subject() {
        return Optional.ofNullable(CURRENT.get()).filter(Subject::isOpen);
    }
}
