package dev.antiphon.it.relay;

import dev.antiphon.dev.postgres.Databases;
import dev.antiphon.it.TestServers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.postgresql.PGConnection;

/** Copies the outbox into another cluster the way pg_dump and its restore do: rows by COPY, then the sequence. */
final class Restore {

    private static final List<String> TABLES = List.of("outbox", "parked_event", "relay_plan", "lane", "relay_node");

    private Restore() {}

    static void copy(TestServers from, Databases to) throws SQLException, IOException {
        try (var source = from.connect(
                        from.databases().writeUrl(), from.databases().roles().owner());
                var target = from.connect(to.writeUrl(), to.roles().owner())) {
            for (var table : TABLES) {
                copy(source, target, "antiphon." + table);
            }
            try (var read = source.createStatement();
                    var last = read.executeQuery("select last_value from antiphon.outbox_id_seq");
                    var write = target.createStatement()) {
                last.next();
                write.execute("select setval('antiphon.outbox_id_seq', " + last.getLong(1) + ")");
            }
        }
    }

    private static void copy(Connection source, Connection target, String table) throws SQLException, IOException {
        var rows = new ByteArrayOutputStream();
        source.unwrap(PGConnection.class).getCopyAPI().copyOut("copy " + table + " to stdout", rows);
        try (var statement = target.createStatement()) {
            statement.execute("delete from " + table);
        }
        target.unwrap(PGConnection.class)
                .getCopyAPI()
                .copyIn("copy " + table + " from stdin", new ByteArrayInputStream(rows.toByteArray()));
    }
}
