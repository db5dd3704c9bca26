package dev.antiphon.command.relay;

import dev.antiphon.events.jdbc.LocalTransactions;
import java.sql.SQLException;
import javax.sql.DataSource;

/** What operators decide for all relays of a database. */
public final class RelayPlan {

    /** More lanes than this make no sense: a lane is served by one node at a time, however many it holds. */
    public static final int MOST_LANES = 1024;

    private static final String WANT = "update antiphon.relay_plan set lanes = ?";

    private final LocalTransactions database;

    /** Of the write database; the data source is used outside of JTA transactions. */
    public RelayPlan(DataSource writeDatabase) {
        this.database = new LocalTransactions(writeDatabase);
    }

    /**
     * Asks for another number of lanes. Every relay gives back what it holds at its next renewal; the new lanes are made
     * when no lease of the old number is left, so for up to one lease nothing is sent. Order is kept.
     *
     * @param lanes 1 to {@link #MOST_LANES}
     */
    public void want(int lanes) throws SQLException {
        database.inNew(connection -> {
            try (var want = connection.prepareStatement(WANT)) {
                want.setInt(1, lanes);
                return want.executeUpdate();
            }
        });
    }
}
