package dev.antiphon.command.relay;

import dev.antiphon.events.jdbc.LocalTransactions;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** How the outbox stands, for operators; reads only. */
public final class OutboxState {

    private static final String LANES = """
            select l.lane, l.owner, l.leased_until > now(), l.leased_until, p.lanes
              from antiphon.lane l cross join antiphon.relay_plan p order by l.lane""";

    private final LocalTransactions database;

    /** Of the write database; the data source is used outside of JTA transactions. */
    public OutboxState(DataSource writeDatabase) {
        this.database = new LocalTransactions(writeDatabase);
    }

    /**
     * What waits.
     *
     * @param unsent events that the relays have still to send
     * @param parked events that can never be sent, and those behind them; counting stops at 100,000
     */
    public record Waiting(Backlog unsent, long parked) {}

    /** What waits now. */
    public Waiting waiting() throws SQLException {
        return database.read(
                connection -> new Waiting(OutboxTable.backlog(connection), ParkedEvents.count(connection)));
    }

    /**
     * A lane.
     *
     * @param owner the relay node that has held it last, null if none ever has
     * @param held whether its lease is still running
     * @param wanted how many lanes there shall be
     */
    public record Lane(int number, @Nullable String owner, boolean held, Instant leasedUntil, int wanted) {}

    /** The lanes as they are, by number. */
    public List<Lane> lanes() throws SQLException {
        return database.read(connection -> {
            var lanes = new ArrayList<Lane>();
            try (var statement = connection.prepareStatement(LANES);
                    var rows = statement.executeQuery()) {
                while (rows.next()) {
                    lanes.add(new Lane(
                            rows.getInt(1),
                            rows.getString(2),
                            rows.getBoolean(3),
                            rows.getObject(4, OffsetDateTime.class).toInstant(),
                            rows.getInt(5)));
                }
            }
            return lanes;
        });
    }
}
