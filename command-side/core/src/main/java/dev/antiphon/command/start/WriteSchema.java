package dev.antiphon.command.start;

import java.sql.SQLException;
import javax.sql.DataSource;

/** Looks whether the tables and functions of the command side are there; creating them is not the war's right. */
public final class WriteSchema {

    private static final String CHECK = """
            select 1 from antiphon.outbox o, antiphon.parked_event p, antiphon.relay_plan r, antiphon.lane l,
                          antiphon.relay_node n, antiphon.topic_seen t, antiphon.idempotency i
             where o.published_at is null and o.aggregate_hash = l.lane and l.fence = r.epoch and l.lanes = r.lanes
               and p.id = o.id and p.reason is null and t.partitions = l.lanes and n.seen_until = l.leased_until
               and i.kept_at = l.leased_until
               and exists (select from antiphon.unsent_events(0, 0, 1, '{}', '{}', '{}', 0),
                                       antiphon.unsent_backlog(0), antiphon.lowest_unsent(0))
               and 3 = (select count(*) from pg_proc where pronamespace = 'antiphon'::regnamespace
                           and proname in ('mark_sent', 'remove_sent', 'forget_sent'))
             limit 0
            """;

    private WriteSchema() {}

    /** Stops the deployment unless the schema is the expected one. */
    public static void check(DataSource dataSource) {
        try (var connection = dataSource.getConnection();
                var statement = connection.prepareStatement(CHECK)) {
            statement.executeQuery().close();
        } catch (SQLException e) {
            throw new SchemaMismatchException("The write database is not as this version expects it: " + e.getMessage()
                    + ". Run 'antiphon migrate' as the owner of the database.");
        }
    }
}
