package dev.antiphon.command.relay;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** One PostgreSQL for all tests of the module, with the outbox's schema. */
final class WriteDatabase {

    private static final EmbeddedPostgres SERVER = start();

    private WriteDatabase() {}

    private static EmbeddedPostgres start() {
        try {
            var server = EmbeddedPostgres.builder()
                    .setServerConfig("max_prepared_transactions", "5")
                    .start();
            try (var connection = server.getPostgresDatabase().getConnection()) {
                execute(
                        connection,
                        "create schema antiphon; set search_path = antiphon; "
                                + script("V1__outbox.sql")
                                + script("V3__outbox_in_order.sql")
                                + script("R__relay.sql"));
            }
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String script(String name) throws IOException {
        try (var in = WriteDatabase.class.getResourceAsStream("/dev/antiphon/command/schema/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static DataSource dataSource() {
        return SERVER.getPostgresDatabase();
    }

    static void execute(String sql) throws SQLException {
        try (var connection = dataSource().getConnection()) {
            execute(connection, sql);
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static List<String> query(String sql) throws SQLException {
        try (var connection = dataSource().getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            var values = new ArrayList<String>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }

    /** Appends a row and tells its id. */
    static long append(Connection connection, String topic, String aggregate) throws SQLException {
        try (var statement = connection.prepareStatement("""
                insert into antiphon.outbox (aggregate_hash, aggregate_id, topic, event_type, payload, headers)
                values (1, ?, ?, 'sample.counted', '{}', '{}') returning id""")) {
            statement.setString(1, aggregate);
            statement.setString(2, topic);
            try (var row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    static void clear() throws SQLException {
        execute("delete from antiphon.outbox; delete from antiphon.parked_event; delete from antiphon.relay_node;"
                + " update antiphon.lane set owner = null, leased_until = 'epoch'");
    }
}
