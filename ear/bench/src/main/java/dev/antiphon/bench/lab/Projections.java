package dev.antiphon.bench.lab;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** The projections of the shipped war: pauses are the lever to stop and start each. */
public final class Projections {

    private static final int ALL = 4;
    private static final String MOVED = """
            select coalesce(sum(next_offset), 0), max(updated_at) from antiphon.position where projection = '%s'""";

    private final Lab lab;

    public Projections(Lab lab) {
        this.lab = lab;
    }

    /** Pauses them all, and waits until none works any more; the topics must exist. */
    public void pauseAll() throws Exception {
        Poll.until(
                "all projections have begun",
                Duration.ofMillis(100),
                () -> number("select count(distinct projection) from antiphon.position") == ALL);
        execute("insert into antiphon.paused_projection (projection, reason)"
                + " select distinct projection, 'measuring' from antiphon.position on conflict do nothing");
        awaitNoTransaction();
    }

    /** A pause keeps transactions from beginning; those that had begun end by themselves. */
    private void awaitNoTransaction() throws Exception {
        Poll.until(
                "no projection is in a transaction",
                Duration.ofMillis(20),
                () -> number("select count(*) from pg_stat_activity where datname = 'read' and pid <> pg_backend_pid()"
                                + " and application_name like 'antiphon%' and xact_start is not null")
                        == 0);
    }

    public void resume(String projection) throws SQLException {
        execute("delete from antiphon.paused_projection where projection = '" + projection + "'");
    }

    /** Puts a projection at the end of its topic; to be called while it is paused. */
    public void skipToEnd(String projection, Events events, String topic) throws Exception {
        for (Map.Entry<Integer, Long> end : events.ends(topic).entrySet()) {
            execute("update antiphon.position set next_offset = " + end.getValue() + " where projection = '"
                    + projection + "' and partition = " + end.getKey());
        }
    }

    /** Empties read tables, and what the framework keeps about them. */
    public void clear(String tables) throws SQLException {
        execute("truncate " + tables + ", antiphon.processed_event, antiphon.watermark, antiphon.change,"
                + " antiphon.dead_letter, antiphon.parked_aggregate");
        execute("checkpoint");
    }

    /**
     * Lets one projection go and waits until it has read up to an offset, over all partitions.
     *
     * @return the seconds that took, from the beginning of its first transaction to that of its last
     */
    public double run(String projection, long end) throws Exception {
        String sql = MOVED.formatted(projection);
        try (Connection connection = lab.connectToRead();
                Statement statement = connection.createStatement()) {
            long before = moved(statement, sql).offset();
            resume(projection);
            Poll.until(
                    "projection " + projection + " begins",
                    Duration.ofMillis(2),
                    () -> moved(statement, sql).offset() != before);
            Instant begin = moved(statement, sql).at();
            Poll.until(
                    "projection " + projection + " has read everything",
                    Duration.ofMillis(50),
                    () -> moved(statement, sql).offset() >= end);
            return Duration.between(begin, moved(statement, sql).at()).toNanos() / 1e9;
        }
    }

    private record Moved(long offset, Instant at) {}

    private static Moved moved(Statement statement, String sql) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return new Moved(
                    row.getLong(1), row.getObject(2, OffsetDateTime.class).toInstant());
        }
    }

    /** Waits until a projection that was resumed has applied an event that is made for that. */
    public void awaitRunning(String projection, Events events) throws Exception {
        events.orders(2);
        long end = events.end(Events.ORDERS);
        Poll.until(
                "projection " + projection + " works",
                Duration.ofMillis(20),
                () -> number("select sum(next_offset) from antiphon.position where projection = '" + projection + "'")
                        >= end);
    }

    /** A number of the read database. */
    public long number(String sql) throws SQLException {
        try (Connection connection = lab.connectToRead();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Runs a statement on the read database that needs the rights of an owner. */
    public void execute(String sql) throws SQLException {
        try (Connection connection = lab.connectToRead();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Waits until every group has committed all there is on its topics. */
    public void awaitCaughtUp() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", lab.bootstrapServers()))) {
            Poll.until("the projections have caught up", Duration.ofMillis(250), () -> lag(admin) == 0);
        }
    }

    private static long lag(Admin admin) throws ExecutionException, InterruptedException {
        long lag = 0;
        for (GroupListing group : admin.listGroups().all().get()) {
            Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(group.groupId())
                    .partitionsToOffsetAndMetadata()
                    .get();
            var ends = admin.listOffsets(committed.keySet().stream()
                            .collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest())))
                    .all()
                    .get();
            lag += committed.entrySet().stream()
                    .mapToLong(each ->
                            ends.get(each.getKey()).offset() - each.getValue().offset())
                    .sum();
        }
        return lag;
    }
}
