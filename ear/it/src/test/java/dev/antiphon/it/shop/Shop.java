package dev.antiphon.it.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.Progress;
import dev.antiphon.dev.runtime.ApplicationSettings;
import dev.antiphon.dev.runtime.Installation;
import dev.antiphon.dev.runtime.LocalApplication;
import dev.antiphon.dev.server.DataSource;
import dev.antiphon.dev.server.PayaraMicro;
import dev.antiphon.dev.server.ServerSettings;
import dev.antiphon.dev.server.WebApplication;
import dev.antiphon.it.AntiphonProcess;
import dev.antiphon.it.Artifacts;
import dev.antiphon.it.Operator;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.postgresql.PGConnection;

/** A running reference application and, beside it, the sums of a file by SQL that knows nothing of it. */
final class Shop implements AutoCloseable {

    private final Path folder;
    private final LocalApplication application;

    private Shop(Path folder, LocalApplication application) {
        this.folder = folder;
        this.application = application;
    }

    static Shop open() throws IOException {
        var folder = Files.createTempDirectory("antiphon-it");
        var application = new LocalApplication(ApplicationSettings.of(Installation.in(Artifacts.project()), folder)
                .withCache(Artifacts.cache()));
        application.start(Progress.silent());
        return new Shop(folder, application);
    }

    LocalApplication application() {
        return application;
    }

    Path folder() {
        return folder;
    }

    /** A file of so many invoices. */
    Path madeUp(int invoices) throws IOException {
        return Files.writeString(folder.resolve("made-up.csv"), MadeUpInvoices.csv(invoices));
    }

    AntiphonProcess importing(Path file) throws IOException {
        return AntiphonProcess.start(
                folder,
                Map.of(),
                List.of(
                        "import",
                        file.toString(),
                        "--url",
                        application.uri("").toString(),
                        "--rejects",
                        rejects().toString()));
    }

    Path rejects() {
        return folder.resolve("rejects.csv");
    }

    /** The rebuild of all projections. */
    AntiphonProcess rebuilding(String... options) throws IOException {
        return operating("rebuild", options);
    }

    /** The verification of all projections. */
    AntiphonProcess verifying(String... options) throws IOException {
        return operating("verify", options);
    }

    private AntiphonProcess operating(String command, String... options) throws IOException {
        var arguments = new ArrayList<>(List.of(
                command, "--war", Installation.projectorWar(Artifacts.project()).toString()));
        arguments.addAll(List.of(options));
        return process(arguments);
    }

    /** A command of an operator, as a process of its own. */
    AntiphonProcess process(List<String> arguments) throws IOException {
        return AntiphonProcess.start(
                folder,
                AntiphonProcess.environment(application.databases(), application.bootstrapServers()),
                arguments);
    }

    List<String> write(String sql) throws SQLException {
        return query(application.databases().writeUrl(), sql);
    }

    List<String> read(String sql) throws SQLException {
        return query(application.databases().readUrl(), sql);
    }

    /** What the query side's user sees. */
    List<String> readAsReader(String sql) throws SQLException {
        var reader = application.databases().roles().query();
        try (var connection =
                DriverManager.getConnection(application.databases().readUrl(), reader.user(), reader.password())) {
            return query(connection, sql);
        }
    }

    /** A transaction that has read, and does not end before it is closed. */
    Connection reading(String sql) throws SQLException {
        var connection = connect(application.databases().readUrl());
        connection.setAutoCommit(false);
        query(connection, sql);
        return connection;
    }

    /**
     * Loses all that the projections know, as a database that was lost and made anew has; waits for their transactions, each
     * of which begins with its position, and keeps new ones off.
     */
    void loseTheReadModel() throws SQLException {
        try (var connection = connect(application.databases().readUrl());
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("lock table antiphon.position");
            statement.execute(
                    "truncate order_summary, product_summary, customer_spend, customer_spend_part, daily_sales,"
                            + " daily_sales_part, antiphon.watermark, antiphon.processed_event");
            connection.commit();
        }
    }

    /** Changes what the read database holds, by statements that each must find something to change. */
    void changeReadDatabase(String... statements) throws SQLException {
        try (var connection = connect(application.databases().readUrl());
                var statement = connection.createStatement()) {
            for (var sql : statements) {
                assertThat(statement.executeUpdate(sql)).as(sql).isPositive();
            }
        }
    }

    /** Does to the read database what a migration would. */
    void migrate(String sql) throws SQLException {
        try (var connection = connect(application.databases().readUrl());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** One more node, not started, with a projector war and nothing else. */
    PayaraMicro projectorNode(Path war) {
        var installation = Installation.in(Artifacts.project());
        var databases = application.databases();
        return PayaraMicro.on(
                folder.resolve("projector-node"),
                new ServerSettings(
                        installation.payaraMicro(),
                        installation.driver(),
                        List.of(new WebApplication(war, "/projector")),
                        List.of(new DataSource(
                                "jdbc/read",
                                databases.readUrl(),
                                databases.roles().projector(),
                                16)),
                        AntiphonProcess.environment(databases, application.bootstrapServers()),
                        ServerSettings.LOOPBACK,
                        ServerSettings.DEFAULT_JAVA_OPTIONS));
    }

    /** Who operates it with the command line. */
    Operator operator() {
        return new Operator(folder.resolve("operator"), application.databases(), application.bootstrapServers());
    }

    private Connection connect(String url) throws SQLException {
        var owner = application.databases().roles().owner();
        return DriverManager.getConnection(url, owner.user(), owner.password());
    }

    private List<String> query(String url, String sql) throws SQLException {
        try (var connection = connect(url)) {
            return query(connection, sql);
        }
    }

    private static List<String> query(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            var rows = new ArrayList<String>();
            while (result.next()) {
                rows.add(result.getString(1));
            }
            return rows;
        }
    }

    /** Waits until the read model is what a file adds up to, and gives that. */
    List<String> awaitReadModel(Path csv) throws SQLException, IOException {
        var expected = expected(Files.newInputStream(csv));
        await().atMost(Duration.ofMinutes(3))
                .untilAsserted(() -> assertThat(readModel()).containsExactlyInAnyOrderElementsOf(expected));
        return expected;
    }

    /** What the read model has of all orders, days and customers, one text a row. */
    List<String> readModel() throws SQLException {
        return read("""
                select concat_ws(' ', 'order', order_id, kind, status, customer_id, total_minor, line_count, item_count,
                                 to_char(ordered_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), version)
                  from order_summary
                union all
                select concat_ws(' ', 'day', day, currency, amount_minor, sale_count, return_count) from daily_sales
                union all
                select concat_ws(' ', 'customer', customer_id, currency, amount_minor, sale_count, return_count)
                  from customer_spend
                union all
                select concat_ws(' ', 'product', product_id) from product_summary
                order by 1
                """);
    }

    /**
     * The same, computed from the file alone by SQL in a database of its own.
     *
     * @param csv every record well-formed
     */
    List<String> expected(InputStream csv) throws SQLException, IOException {
        try (var connection = application.postgres().orElseThrow().connectAsSuperuser("postgres");
                var statement = connection.createStatement();
                var sql = Shop.class.getResourceAsStream("/shop/expected.sql")) {
            statement.execute("""
                    create temporary table line (no bigint generated always as identity, invoice text, code text,
                        description text, quantity int, at timestamp, price numeric, customer text, country text)
                    """);
            connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn(
                            "copy line (invoice, code, description, quantity, at, price, customer, country)"
                                    + " from stdin (format csv, header true)",
                            csv);
            return query(connection, new String(sql.readAllBytes()));
        }
    }

    @Override
    public void close() {
        application.close();
        Folders.delete(folder);
    }
}
