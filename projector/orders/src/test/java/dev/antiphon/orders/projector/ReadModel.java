package dev.antiphon.orders.projector;

import dev.antiphon.events.Envelope;
import dev.antiphon.events.EventJson;
import dev.antiphon.events.EventType;
import dev.antiphon.events.Headers;
import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.jdbc.Advance;
import dev.antiphon.projector.pipeline.Pipeline;
import dev.antiphon.projector.pipeline.Transactions;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.FaultPoint;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/** The read database, and one projection that events are given to as they would come from Kafka. */
final class ReadModel {

    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");
    private static final String FRAMEWORK = "/dev/antiphon/projector/schema/";
    private static final String ORDERS = "/dev/antiphon/orders/projector/schema/";
    private static final EmbeddedPostgres SERVER = start();

    private final ProjectionDefinition definition;
    private final Map<String, Long> versions = new HashMap<>();
    private final List<Delivery> delivered = new ArrayList<>();
    private long position;

    ReadModel(Object projection) {
        definition = ProjectionDefinition.of(projection);
        run("truncate antiphon.processed_event, antiphon.watermark, antiphon.position, order_summary, product_summary,"
                + " customer_spend, customer_spend_part, daily_sales, daily_sales_part");
        run("insert into antiphon.position (projection, topic, partition, topic_id, next_offset) values ('"
                + definition.key() + "', '" + definition.topic() + "', 0, 'id', 0)");
    }

    private static EmbeddedPostgres start() {
        try {
            var server = EmbeddedPostgres.builder().start();
            try (var connection = server.getPostgresDatabase().getConnection();
                    var statement = connection.createStatement()) {
                statement.execute(
                        "create role test_projector login; create role test_query login; create schema antiphon");
                for (var script : List.of(
                        FRAMEWORK + "V1__processed_event_watermark_position.sql",
                        FRAMEWORK + "V2__dead_letter_and_parking.sql",
                        FRAMEWORK + "V3__projection_pause.sql",
                        FRAMEWORK + "R__grants.sql",
                        ORDERS + "V1__order_and_product_summary.sql",
                        ORDERS + "V2__customer_spend_and_daily_sales.sql",
                        ORDERS + "R__grants.sql")) {
                    statement.execute(resource(script)
                            .replace("${projectorRole}", "test_projector")
                            .replace("${queryRole}", "test_query"));
                }
            }
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String resource(String name) throws IOException {
        try (var in = ReadModel.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static DataSource as(String user) {
        return SERVER.getDatabase(user, "postgres");
    }

    private static void run(String sql) {
        try (var connection = SERVER.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The events of one aggregate, each with the next version, in one batch. */
    void record(String aggregateId, Object... events) {
        var batch = new ArrayList<Delivery>();
        for (var event : events) {
            var type = event.getClass().getAnnotation(EventType.class).value();
            var version = versions.merge(aggregateId, 1L, Long::sum);
            var envelope = new Envelope(
                    "event-" + aggregateId + "-" + version,
                    type,
                    1,
                    "correlation",
                    null,
                    "orders",
                    type.substring(0, type.indexOf('.')),
                    aggregateId,
                    version,
                    TIME,
                    TIME,
                    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00",
                    null);
            batch.add(new Delivery(
                    definition.topic(),
                    0,
                    position + batch.size(),
                    TIME,
                    aggregateId,
                    EventJson.write(event).getBytes(StandardCharsets.UTF_8),
                    Headers.write(envelope),
                    0));
        }
        delivered.addAll(batch);
        apply(batch);
    }

    /** Everything that has come so far, once more. */
    void deliverAllAgain() {
        apply(List.copyOf(delivered));
    }

    /** The same where deduplication by watermark does not help. */
    void deliverAllAgainWithoutWatermarks() {
        run("truncate antiphon.watermark");
        apply(List.copyOf(delivered));
    }

    private void apply(List<Delivery> batch) {
        var transactions = new Transactions(
                as("test_projector"), definition, "test", ProjectorOptions.defaults(), FaultPoint.NONE);
        var pipeline = new Pipeline(definition, transactions, ProjectorOptions.defaults(), List.of());
        var advance = new Advance(definition.topic(), 0, "id", position, position + batch.size());
        try {
            pipeline.applyTogether(List.of(advance), batch);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        position += batch.size();
    }

    /** The rows of a query, columns joined by {@code |}. */
    static List<String> rows(String sql) {
        try (var connection = SERVER.getPostgresDatabase().getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            var found = new ArrayList<String>();
            var columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                var row = new ArrayList<String>();
                for (var i : IntStream.rangeClosed(1, columns).toArray()) {
                    row.add(rows.getString(i));
                }
                found.add(row.stream().collect(Collectors.joining("|")));
            }
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
