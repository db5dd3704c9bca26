package dev.antiphon.bench.lab;

import dev.antiphon.dev.process.Command;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.postgresql.PGConnection;

/** A write store with confirmed orders of one line, that no event tells of, and two ways to make the read model of it. */
public final class WrittenOrders {

    private static final String ORDERS = """
            insert into orders (id, kind, status, customer_id, currency, total_minor, ordered_at, version, changed_at)
            select 'r' || n, 'SALE', 'CONFIRMED', n %% 4000, 'GBP', 1530,
                   timestamptz '2010-12-01T08:26:00Z' + n %% 300 * interval '1 day', 2, now()
              from generate_series(1, %d) n""";
    private static final String LINES = """
            insert into order_line (order_id, line_no, stock_code, description, quantity, unit_price_minor)
            select id, 0, '85123A', 'WHITE HANGING HEART T-LIGHT HOLDER', 6, 255 from orders""";
    private static final String TABLES =
            "order_summary, customer_spend, customer_spend_part, daily_sales, daily_sales_part,"
                    + " antiphon.watermark, antiphon.change, antiphon.rebuild";
    private static final String SECONDS =
            "select extract(epoch from max(finished_at) - min(started_at)) from antiphon.rebuild";

    /** A table of the read model, and the query on the write store that gives its rows. */
    private record Copy(String table, String rows) {}

    /** What each of three threads copies, one after the other. */
    private static final List<List<Copy>> COPIES = List.of(
            List.of(
                    new Copy(
                            "order_summary (order_id, kind, status, customer_id, currency, total_minor, line_count,"
                                    + " item_count, ordered_at, version, updated_at)",
                            "select aggregate_id, kind, status, customer_id, currency, total_minor, line_count::int, item_count,"
                                    + " ordered_at, aggregate_version, changed_at from order_snapshot"),
                    watermarks("order_summary"),
                    new Copy(
                            "antiphon.change (projection, aggregate_id, aggregate_version, event_type)",
                            "select 'order_summary', id, version, 'snapshot' from orders")),
            List.of(
                    new Copy(
                            "customer_spend_part",
                            "select id, customer_id, currency, total_minor, 1::bigint, 0::bigint from orders"),
                    new Copy(
                            "customer_spend",
                            "select customer_id, currency, sum(total_minor)::bigint, count(*), 0::bigint from orders group by 1, 2"),
                    watermarks("customer_spend")),
            List.of(
                    new Copy(
                            "daily_sales_part",
                            "select id, (ordered_at at time zone 'UTC')::date, currency, total_minor, 1::bigint, 0::bigint from orders"),
                    new Copy(
                            "daily_sales",
                            "select (ordered_at at time zone 'UTC')::date, currency, sum(total_minor)::bigint, count(*), 0::bigint"
                                    + " from orders group by 1, 2"),
                    watermarks("daily_sales")));

    private static Copy watermarks(String projection) {
        return new Copy(
                "antiphon.watermark (projection, aggregate_id, aggregate_version)",
                "select '" + projection + "', id, version from orders");
    }

    private final Lab lab;

    public WrittenOrders(Lab lab) {
        this.lab = lab;
    }

    /** Writes them, in the state that autovacuum would have brought them to. */
    public void write(int count) throws SQLException {
        try (Connection connection = lab.connect()) {
            execute(connection, ORDERS.formatted(count));
            execute(connection, LINES);
            execute(connection, "vacuum (analyze) orders, order_line");
        }
    }

    /** Forgets the read model. */
    public void clear() throws SQLException {
        try (Connection connection = lab.connectToRead()) {
            execute(connection, "truncate " + TABLES);
            execute(connection, "checkpoint");
        }
    }

    /**
     * Makes it by the shipped command, as a process of its own.
     *
     * @param heap of the process, as {@code -Xmx} takes it
     * @return the seconds that the rebuild took by its own account, without the start of the virtual machine
     */
    public double rebuild(Path war, String heap) throws IOException, InterruptedException, SQLException {
        ProcessBuilder builder = new ProcessBuilder(
                Command.ofJdk("java"),
                "-Xmx" + heap,
                "-cp",
                System.getProperty("java.class.path"),
                "dev.antiphon.dev.Main",
                "rebuild",
                "order_summary",
                "customer_spend",
                "daily_sales",
                "--json",
                "--war",
                war.toString());
        builder.environment().put("ANTIPHON_WRITE_URL", lab.databases().writeUrl());
        builder.environment().put("ANTIPHON_READ_URL", lab.databases().readUrl());
        Process process = builder.redirectErrorStream(true).start();
        String output;
        try {
            output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException("The rebuild ended with " + process.exitValue() + ": " + output);
            }
        } finally {
            process.destroyForcibly();
        }
        try (Connection connection = lab.connectToRead();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SECONDS)) {
            row.next();
            return row.getDouble(1);
        }
    }

    /**
     * Makes it by {@code COPY}, on three threads, each in one transaction.
     *
     * @return the seconds that took
     */
    public double copy() throws Exception {
        long begun = System.nanoTime();
        var threads = Executors.newFixedThreadPool(COPIES.size());
        try {
            List<Future<Void>> works = new ArrayList<>();
            for (List<Copy> copies : COPIES) {
                works.add(threads.submit(() -> copyAll(copies)));
            }
            for (Future<Void> work : works) {
                work.get();
            }
        } finally {
            threads.shutdown();
        }
        return (System.nanoTime() - begun) / 1e9;
    }

    private Void copyAll(List<Copy> copies) throws Exception {
        try (Connection from = lab.connect();
                Connection to = lab.connectToRead()) {
            to.setAutoCommit(false);
            for (Copy copy : copies) {
                copy(copy, from, to);
            }
            to.commit();
        }
        return null;
    }

    private static void copy(Copy copy, Connection from, Connection to) throws Exception {
        var reader = Executors.newSingleThreadExecutor();
        try (PipedOutputStream out = new PipedOutputStream();
                PipedInputStream in = new PipedInputStream(out, 1 << 16)) {
            Callable<Long> reading = () -> {
                try (out) {
                    return from.unwrap(PGConnection.class)
                            .getCopyAPI()
                            .copyOut("copy (" + copy.rows() + ") to stdout (format binary)", out);
                }
            };
            Future<Long> read = reader.submit(reading);
            to.unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn("copy " + copy.table() + " from stdin (format binary)", in, 1 << 16);
            read.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("The rows of " + copy.table() + " cannot be read", e.getCause());
        } finally {
            reader.shutdown();
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
