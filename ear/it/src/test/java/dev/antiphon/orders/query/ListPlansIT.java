package dev.antiphon.orders.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.antiphon.it.TestServers;
import dev.antiphon.query.Cursor;
import dev.antiphon.query.Page;
import dev.antiphon.query.PageRequest;
import dev.antiphon.query.ReadStore;
import dev.antiphon.query.ee.PageParameters;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every list reads about as many rows as it answers, whatever its filters and its order, deep in the list too. */
class ListPlansIT {

    private static final int ORDERS = 60_000;
    private static final int LIMIT = 50;

    /** Orders of each customer, and of each day. */
    private static final int OF_CUSTOMER = 30;

    private static final int OF_DAY = 100;

    private static final LocalDate DAY = LocalDate.of(2010, 6, 1);

    private static TestServers servers;
    private static ExplainedDataSource database;
    private static ReadStore store;

    @BeforeAll
    static void fill() throws SQLException {
        servers = TestServers.start();
        var url = servers.databases().readUrl();
        try (var connection = servers.connect(url, servers.databases().roles().owner());
                var statement = connection.createStatement()) {
            statement.execute("""
                    insert into order_summary
                    select 'o-' || n, 'SALE', case when n %% 50 = 0 then 'PLACED' else 'SHIPPED' end,
                           'c-' || n %% %d, 'GBP', n * 7919 %% 100000, 1, 1,
                           timestamptz '2010-01-01T00:00:00Z' + n / %d * interval '1 day' + n %% %d * interval '1 minute',
                           1, now()
                    from generate_series(0, %d) n""".formatted(ORDERS / OF_CUSTOMER, OF_DAY, OF_DAY, ORDERS - 1));
            statement.execute("""
                    insert into daily_sales
                    select date '1990-01-01' + n / 3, (array['EUR', 'GBP', 'USD'])[n % 3 + 1], 1, 1, 0
                    from generate_series(0, 29999) n""");
            statement.execute("vacuum analyze order_summary, daily_sales");
        }
        database = new ExplainedDataSource(servers.readDatabase());
        store = new ReadStore(database.dataSource(), Duration.ofSeconds(10));
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    record Asked(
            @Nullable OrderStatus status,
            @Nullable String customer,
            boolean day,
            @Nullable String sort) {

        /** Rows that have to be read: those answered, or all that the narrowest filter without an order leaves. */
        int rows() {
            var narrowest = LIMIT + 1;
            if (customer != null) {
                narrowest = Math.max(narrowest, OF_CUSTOMER);
            }
            if (day && sort != null && sort.endsWith("totalMinor")) {
                narrowest = Math.max(narrowest, OF_DAY);
            }
            return narrowest;
        }
    }

    static Stream<Asked> questions() {
        return Stream.of(null, OrderStatus.PLACED, OrderStatus.SHIPPED)
                .flatMap(status -> Stream.of(null, "c-50")
                        .flatMap(customer -> Stream.of(false, true)
                                .flatMap(day -> Stream.of(null, "orderedAt", "totalMinor", "-totalMinor")
                                        .map(sort -> new Asked(status, customer, day, sort)))));
    }

    @ParameterizedTest
    @MethodSource("questions")
    void aPageOfOrdersReadsFewRows(Asked asked) throws SQLException, IOException {
        var resource = new OrderResource();
        resource.db = store;
        var from = asked.day() ? DAY : null;

        var first = resource.orders(asked.status(), asked.customer(), from, from, parameters(asked.sort(), null, null));
        readsAtMost(asked.rows());
        if (first.next() != null) {
            var second = resource.orders(
                    asked.status(), asked.customer(), from, from, parameters(asked.sort(), first.next(), null));
            readsAtMost(asked.rows());
            resource.orders(
                    asked.status(), asked.customer(), from, from, parameters(asked.sort(), null, second.previous()));
            readsAtMost(asked.rows());
        }
    }

    @ParameterizedTest
    @MethodSource("deepPlaces")
    void aPageDeepInTheListReadsFewRows(@Nullable OrderStatus status, String sort, Cursor place)
            throws SQLException, IOException {
        var resource = new OrderResource();
        resource.db = store;

        full(resource.orders(status, null, null, null, parameters(sort, place, null)));
        readsAtMost(LIMIT + 1);
        full(resource.orders(status, null, null, null, parameters(sort, null, place)));
        readsAtMost(LIMIT + 1);
    }

    static Stream<Arguments> deepPlaces() {
        return Stream.of(null, OrderStatus.PLACED, OrderStatus.SHIPPED)
                .flatMap(status -> Stream.of("orderedAt", "-orderedAt", "totalMinor", "-totalMinor")
                        .map(sort -> Arguments.of(
                                status,
                                sort,
                                new Cursor(
                                        sort,
                                        Arrays.asList(
                                                sort.endsWith("At") ? DAY.plusDays(100) + "T00:00:00Z" : "50000",
                                                "o-1")))));
    }

    @ParameterizedTest
    @MethodSource("days")
    void aPageOfDailySalesReadsFewRows(@Nullable LocalDate from, @Nullable LocalDate to)
            throws SQLException, IOException {
        var resource = new DailySalesResource();
        resource.db = store;

        var first = resource.dailySales(from, to, parameters(null, null, null));
        readsAtMost(LIMIT + 1);
        full(first);
        resource.dailySales(from, to, parameters(null, first.next(), null));
        readsAtMost(LIMIT + 1);
        resource.dailySales(from, to, parameters("-day", null, null));
        readsAtMost(LIMIT + 1);
    }

    static Stream<Arguments> days() {
        var from = LocalDate.of(2001, 1, 1);
        var to = LocalDate.of(2002, 12, 31);
        return Stream.of(
                Arguments.of(null, null), Arguments.of(from, null), Arguments.of(null, to), Arguments.of(from, to));
    }

    private static void full(Page<?> page) {
        assertThat(page.items()).hasSize(LIMIT);
    }

    private static PageParameters parameters(@Nullable String sort, @Nullable Cursor after, @Nullable Cursor before) {
        return new PageParameters() {
            @Override
            public PageRequest request() {
                return new PageRequest(sort, after, before, LIMIT);
            }
        };
    }

    /** Or about as many: where most rows pass a filter, the database may as well read another index and throw some away. */
    private static void readsAtMost(int rows) throws SQLException, IOException {
        var plan = database.plan();
        assertThat(scanned(plan))
                .as("%s%n%s", database.sql(), plan.toPrettyString())
                .isLessThanOrEqualTo(2L * rows);
    }

    /** Rows of the table that were fetched, with those that a filter threw away again. */
    private static long scanned(JsonNode plan) {
        var inner = plan.path("Plans");
        if (!inner.isEmpty() && !plan.path("Node Type").asText().equals("Bitmap Heap Scan")) {
            return StreamSupport.stream(inner.spliterator(), false)
                    .mapToLong(ListPlansIT::scanned)
                    .sum();
        }
        assertThat(plan.path("Node Type").asText()).as(plan.toPrettyString()).isNotEqualTo("Seq Scan");
        var rows = plan.path("Actual Rows").asDouble()
                + plan.path("Rows Removed by Filter").asDouble();
        return Math.round(rows * plan.path("Actual Loops").asDouble());
    }
}
