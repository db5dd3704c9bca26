package dev.antiphon.projector.versions;

import dev.antiphon.events.jdbc.Columns;
import dev.antiphon.projector.operation.ProjectionState;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** Whether a version has all that the one that readers look at has. */
final class Readiness {

    private static final String REBUILDING =
            "select 1 from antiphon.rebuild where projection = ? and finished_at is null";
    private static final String FILLED =
            "select 1 from antiphon.rebuild where projection = ? and finished_at is not null";
    private static final String PAUSED = "select reason from antiphon.paused_projection where projection = ?";
    private static final String PARKED = """
            select count(*) from antiphon.parked_aggregate n
             where n.projection = ?
               and not exists (select from antiphon.parked_aggregate o
                                where o.projection = ? and o.aggregate_id = n.aggregate_id)""";
    private static final String BEGUN = "select 1 from antiphon.position where projection = ?";

    /** Only where both read the same topic can their positions be compared. */
    private static final String BEHIND = """
            select coalesce(sum(greatest(0, o.next_offset - coalesce(n.next_offset, 0))), 0)
              from antiphon.position o
                   left join antiphon.position n
                     on n.projection = ? and n.topic = o.topic and n.partition = o.partition
             where o.projection = ? and (n.topic_id is null or n.topic_id = o.topic_id)
               and exists (select from antiphon.position t where t.projection = ? and t.topic = o.topic)""";

    /** An aggregate that the write store no longer had is not in a version that was filled after that. */
    private static final String LACKING = """
            select 1 from antiphon.watermark o
                   left join antiphon.watermark n on n.projection = ? and n.aggregate_id = o.aggregate_id
             where o.projection = ? and (n.aggregate_version < o.aggregate_version or n.aggregate_id is null and not ?)
             limit 1""";

    private static final String TABLE = "select 1 where to_regclass(quote_ident(?) || '.' || ?) is not null";

    /** What somebody may do with the table that readers look at, and may not with the other. */
    private static final String GRANTS = """
            select distinct lower(a.privilege_type), case a.grantee when 0 then 'public' else a.grantee::regrole::text end
              from pg_class o cross join lateral aclexplode(o.relacl) a
             where o.oid = to_regclass('public.' || ?)
               and not exists (select from pg_class n cross join lateral aclexplode(n.relacl) g
                                where n.oid = to_regclass(quote_ident(?) || '.' || ?)
                                  and g.privilege_type = a.privilege_type and g.grantee in (0, a.grantee))
               and a.grantee <> o.relowner
             order by 2, 1""";

    private final Connection connection;
    private final Version old;
    private final Version next;

    /** @param old the one that readers look at */
    Readiness(Connection connection, Version old, Version next) {
        this.connection = connection;
        this.old = old;
        this.next = next;
    }

    /** @throws VersionException if it is not, and will not be by waiting a moment */
    void check() throws SQLException {
        checkTables();
        if (is(REBUILDING, next.key())) {
            throw new VersionException(next + " is not filled yet: its rebuild has not come to its end. Run `antiphon"
                    + " rebuild " + next.key() + "` with its war.");
        }
        var pause = text(PAUSED, next.key());
        if (pause != null) {
            throw new VersionException(
                    next + " is paused: " + pause + ". Run `antiphon projections resume " + next.key() + "` first.");
        }
        var parked = number(PARKED, next.key(), old.key());
        if (parked > 0) {
            throw new VersionException(next + " has " + parked + " parked aggregates that version " + old.number()
                    + " has not. See `antiphon dlq list`, and redrive or discard their letters first.");
        }
        if (is(BEGUN, old.key()) && !is(BEGUN, next.key())) {
            throw new VersionException("No projector has begun to read with version " + next.number()
                    + " of projection '" + next.projection() + "'. Deploy the war that has it beside the other.");
        }
        var behind = behind();
        if (behind > ProjectionState.CLOSE) {
            throw new VersionException(next + " is still " + behind + " records behind version " + old.number()
                    + ". Wait until it has caught up; does a projector run with it? `antiphon lag` tells.");
        }
    }

    private void checkTables() throws SQLException {
        if (next.tables().isEmpty()) {
            throw new VersionException(
                    "Nobody has told the tables of version " + next.number() + " of projection '" + next.projection()
                            + "' yet. Deploy the war that has it, or run `antiphon rebuild` with that war.");
        }
        var missing = new ArrayList<String>();
        for (var table : next.tables()) {
            if (table.contains(".")) {
                throw new VersionException(next + " names its table " + table
                        + " with a schema, so it cannot be moved. Leave the schema away in @Projection(tables).");
            }
            if (!is(TABLE, next.ownSchema(), table)) {
                missing.add(next.ownSchema() + "." + table);
            }
        }
        if (!missing.isEmpty()) {
            throw new VersionException(next + " lacks tables: " + String.join(", ", missing)
                    + ". Make them in a migration, and run `antiphon migrate` and `antiphon rebuild`.");
        }
        var grants = new ArrayList<String>();
        for (var table : next.tables()) {
            try (var statement = connection.prepareStatement(GRANTS)) {
                Columns.bind(statement, 0, table, next.ownSchema(), table);
                try (var rows = statement.executeQuery()) {
                    while (rows.next()) {
                        grants.add("grant " + rows.getString(1) + " on " + next.ownSchema() + "." + table + " to "
                                + rows.getString(2));
                    }
                }
            }
        }
        if (!grants.isEmpty()) {
            throw new VersionException("Not everybody who works with the tables of version " + old.number()
                    + " of projection '" + old.projection() + "' may do so with those of version " + next.number()
                    + ". As their owner: " + String.join("; ", grants) + ".");
        }
    }

    /** Whether it has read all that the other has. */
    boolean hasPassed() throws SQLException {
        return behind() == 0 && !is(LACKING, next.key(), old.key(), is(FILLED, next.key()));
    }

    private long behind() throws SQLException {
        return number(BEHIND, next.key(), old.key(), next.key());
    }

    private boolean is(String sql, Object... parameters) throws SQLException {
        return text(sql, parameters) != null;
    }

    private long number(String sql, Object... parameters) throws SQLException {
        var text = text(sql, parameters);
        return text == null ? 0 : Long.parseLong(text);
    }

    private @Nullable String text(String sql, Object... parameters) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            Columns.bind(statement, 0, parameters);
            try (var rows = statement.executeQuery()) {
                return rows.next() ? rows.getString(1) : null;
            }
        }
    }
}
