package dev.antiphon.bench.lab;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;

/**
 * The lanes of the product's relay, as a lever to stop and start it: a relay sends nothing while somebody else holds
 * every lane, and goes on within a third of the lease after that one has let go.
 */
public final class Lanes {

    private static final String HOLDER = "bench";
    private static final Duration OFTEN = Duration.ofMillis(2);

    private final Lab lab;

    public Lanes(Lab lab) {
        this.lab = lab;
    }

    /** Takes every lane and returns when each node has noticed: from then on no relay of the product sends. */
    public void hold() throws Exception {
        try (Connection connection = lab.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("update antiphon.lane set owner = '" + HOLDER
                    + "', fence = fence + 1, leased_until = now() + interval '1 day'");
        }
        for (Node node : lab.nodes()) {
            Poll.until(
                    "the relay has lost its lanes",
                    Duration.ofMillis(100),
                    () -> node.metric("antiphon_relay_lanes") == 0);
        }
    }

    /**
     * Lets the lanes go and waits until the nodes have shared them out.
     *
     * @return when the last lane was taken, not more than 2 ms late
     */
    public Instant release() throws Exception {
        try (Connection connection = lab.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("update antiphon.lane set owner = null, leased_until = 'epoch'");
            Poll.until("the relays have taken their lanes", OFTEN, () -> sharedOut(statement));
        }
        return Instant.now();
    }

    private boolean sharedOut(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery(
                "select count(distinct owner), count(*) filter (where owner is null) from antiphon.lane")) {
            row.next();
            return row.getInt(1) == lab.nodes().size() && row.getInt(2) == 0;
        }
    }
}
