package dev.antiphon.it.pipeline;

import static dev.antiphon.it.Topics.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.antiphon.dev.postgres.Login;
import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.Progress;
import dev.antiphon.dev.runtime.ApplicationSettings;
import dev.antiphon.dev.runtime.Installation;
import dev.antiphon.dev.runtime.ReferenceApplication;
import dev.antiphon.events.ConsistencyToken;
import dev.antiphon.it.Artifacts;
import dev.antiphon.it.EventStream;
import dev.antiphon.it.Http;
import dev.antiphon.it.Texts;
import dev.antiphon.it.Topics;
import dev.antiphon.query.client.ConsistencyMemory;
import dev.antiphon.query.client.ReadYourWrites;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.client.Entity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The reference application as a client sees it, from POST to summary, with its own database and broker. */
class PipelineIT {

    private static final Duration SOON = Duration.ofSeconds(60);

    private static Path home;
    private static ReferenceApplication application;
    private static Http http;

    @BeforeAll
    static void start() throws IOException {
        home = Files.createTempDirectory("antiphon-it");
        application = new ReferenceApplication(ApplicationSettings.of(Installation.in(Artifacts.project()), home)
                .withCache(Artifacts.cache()));
        application.start(Progress.silent());
        http = new Http(application.uri("/"));
    }

    @AfterAll
    static void stop() {
        application.close();
        Folders.delete(home);
    }

    private static String newId() {
        return UUID.randomUUID().toString().substring(0, 12);
    }

    private static String order(String id, String kind, String customer, String day, String... lines) {
        return """
                {"orderId":"%s","kind":"%s","customerId":"%s","currency":"GBP","orderedAt":"%sT08:26:00Z","lines":[%s]}
                """.formatted(id, kind, customer, day, String.join(",", lines));
    }

    private static String line(String code, int quantity, String price) {
        return "{\"stockCode\":\"%s\",\"description\":\"HEART\",\"quantity\":%d,\"unitPrice\":%s}"
                .formatted(code, quantity, price);
    }

    private static void place(String id, String kind, String customer, String day, String... lines) {
        assertThat(http.post("/write/orders", order(id, kind, customer, day, lines))
                        .status())
                .isEqualTo(201);
    }

    private static void send(String id, String action) {
        var answer = http.post("/write/orders/" + id + "/" + action, "");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }

    /** Rules S4, S5. */
    @Test
    void anOrderFromPostToSummary() {
        var id = newId();
        var placed = http.post(
                "/write/orders",
                order(id, "SALE", "17850", "2010-12-01", line("85123A", 6, "2.55"), line("85123A", 6, "2.55")),
                "Correlation-Id",
                "my-correlation");

        assertThat(placed.status()).isEqualTo(201);
        assertThat(placed.header("Location")).endsWith("/write/orders/" + id);
        assertThat(placed.header("X-Aggregate-Version")).isEqualTo("1");
        assertThat(placed.header("Correlation-Id")).isEqualTo("my-correlation");
        assertThat(placed.header("Consistency-Token")).isEqualTo(new ConsistencyToken("order", id, 1).toString());
        assertThat(placed.header("Link"))
                .isEqualTo("</read/orders/" + id + "/summary>; rel=\"alternate\"; title=\"read model\"");
        assertThat(placed.json().path("version").asLong()).isEqualTo(1);

        var confirmed = http.post("/write/orders/" + id + "/confirm", "");
        assertThat(confirmed.json().path("version").asLong()).isEqualTo(2);

        var summary = http.get("/read/orders/" + id + "/summary?minVersion=2");
        assertThat(summary.status()).as(summary.body()).isEqualTo(200);
        assertThat(summary.header("X-Data-Freshness")).isEqualTo("eventual");
        assertThat(summary.header("X-Aggregate-Version")).isEqualTo("2");
        assertThat(summary.json().path("status").asText()).isEqualTo("CONFIRMED");
        assertThat(summary.json().path("totalMinor").asLong()).isEqualTo(3060);
        assertThat(summary.json().path("lineCount").asInt()).isEqualTo(2);
        assertThat(summary.json().path("itemCount").asInt()).isEqualTo(12);

        var immediate = http.get("/write/orders/" + id);
        assertThat(immediate.header("X-Data-Freshness")).isEqualTo("immediate");
        assertThat(immediate.json().path("version").asLong()).isEqualTo(2);

        var record = Topics.read(application.bootstrapServers(), "shop.orders.order").stream()
                .filter(each -> each.key().equals(id))
                .findFirst()
                .orElseThrow();
        assertThat(header(record, "Correlation-Id")).isEqualTo("my-correlation");
    }

    @Test
    void aClientIsToldOfAnOrderAsItGoesOn() throws Exception {
        var id = newId();
        try (var one = new EventStream(application.uri("/read/orders/" + id + "/changes"), null);
                var placed =
                        new EventStream(application.uri("/read/orders/changes?status=PLACED&customer=c-" + id), null)) {
            assertThat(one.next().name()).isEqualTo("ready");
            assertThat(placed.next().name()).isEqualTo("ready");
            place(newId(), "SALE", "another", "2010-12-01", line("A", 1, "1"));
            place(id, "SALE", "c-" + id, "2010-12-01", line("A", 1, "1"));
            assertThat(placed.next().data()).contains("\"type\":\"order.placed\"", id, "PLACED");
            send(id, "confirm");
            send(id, "ship");

            for (var type : List.of("order.placed", "order.confirmed", "order.shipped")) {
                assertThat(one.next().data()).contains("\"type\":\"" + type + "\"");
            }
            assertThat(placed.next().name()).isEqualTo("gone");
        }
        assertThat(http.get("/read/orders/changes?status=LOST").status()).isEqualTo(400);
    }

    /** Rule S5: nothing in these lines asks for a version. */
    @Test
    void aJaxRsClientReadsItsOwnWritesByItself() {
        var memory = new ConsistencyMemory();
        try (var client = ClientBuilder.newClient().register(new ReadYourWrites(() -> memory))) {
            var shop = client.target(application.uri("/"));
            for (var i = 0; i < 20; i++) {
                var id = newId();
                var customer = "c-" + id;
                var order = Entity.json(order(id, "SALE", customer, "2010-12-01", line("A", 1, "1.00")));

                assertThat(shop.path("write/orders").request().post(order).getStatus())
                        .isEqualTo(201);
                assertThat(shop.path("read/orders/" + id + "/summary").request().get(String.class))
                        .contains("PLACED");
                shop.path("write/orders/" + id + "/confirm").request().post(null);
                assertThat(shop.path("read/orders/" + id + "/summary").request().get(String.class))
                        .contains("CONFIRMED");
                assertThat(shop.path("read/customers/" + customer + "/spend")
                                .request()
                                .get(String.class))
                        .contains("\"amountMinor\":100");
            }
        }
    }

    @Test
    void whatTheReadModelShowedCountsAsIfMatchOfACommand() {
        var id = newId();
        place(id, "SALE", "1", "2010-12-01", line("A", 1, "1"));
        var seen = http.get("/read/orders/" + id + "/summary?minVersion=1").header("ETag");
        assertThat(seen).startsWith("\"1.");

        assertThat(http.post("/write/orders/" + id + "/confirm", "", "If-Match", seen)
                        .status())
                .isEqualTo(200);
        assertThat(http.post("/write/orders/" + id + "/ship", "", "If-Match", seen)
                        .status())
                .isEqualTo(412);
    }

    @Test
    void anOrderThatHasNotChangedIsNotSentAgainByTheWriteStoreEither() {
        var id = newId();
        place(id, "SALE", "1", "2010-12-01", line("A", 1, "1"));

        var again = http.get("/write/orders/" + id, "If-None-Match", "\"1\"");

        assertThat(again.status()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(again.header("X-Data-Freshness")).isEqualTo("immediate");
    }

    @Test
    void aProductIsListedRenamedAndRepriced() {
        var id = newId() + " b/anks".replace("/", "");
        var path = "/write/products/" + id.replace(" ", "%20");
        assertThat(http.post("/write/products", "{\"productId\":\"%s\",\"name\":\"Gift\"}".formatted(id))
                        .status())
                .isEqualTo(201);
        assertThat(http.put(path + "/name", "{\"name\":\"Present\"}").status()).isEqualTo(200);
        assertThat(http.put(path + "/price", "{\"price\":2.5,\"currency\":\"GBP\"}")
                        .header("X-Aggregate-Version"))
                .isEqualTo("3");

        var product = http.get("/read/products/" + id.replace(" ", "%20") + "?minVersion=3");
        assertThat(product.status()).as(product.body()).isEqualTo(200);
        assertThat(product.json().path("name").asText()).isEqualTo("Present");
        assertThat(product.json().path("priceMinor").asLong()).isEqualTo(250);
        assertThat(http.get(path).json().path("name").asText()).isEqualTo("Present");
    }

    @Test
    void anyTextArrivesAsItWasSent() throws IOException {
        var id = newId();
        var body = new ObjectMapper().createObjectNode().put("productId", id).put("name", Texts.ODD);
        assertThat(http.post("/write/products", body.toString()).status()).isEqualTo(201);

        assertThat(http.get("/read/products/" + id + "?minVersion=1")
                        .json()
                        .path("name")
                        .asText())
                .isEqualTo(Texts.ODD);
        assertThat(http.get("/write/products/" + id).json().path("name").asText())
                .isEqualTo(Texts.ODD);
        var record = Topics.read(application.bootstrapServers(), "shop.orders.product").stream()
                .filter(each -> each.key().equals(id))
                .findFirst()
                .orElseThrow();
        assertThat(new ObjectMapper().readTree(record.value()).path("name").asText())
                .isEqualTo(Texts.ODD);
    }

    /** Running sums: counted at confirmation, reversed at cancellation, a return negative. */
    @Test
    void sumsCountFromConfirmationToCancellation() {
        var customer = newId();
        var day = "1999-03-" + (10 + (int) (Math.random() * 18));
        var first = newId();
        var second = newId();
        var back = newId();
        place(first, "SALE", customer, day, line("A", 2, "10.00"));
        place(second, "SALE", customer, day, line("A", 1, "5.01"));
        place(back, "RETURN", customer, day, line("A", 1, "3.00"));
        assertThat(sums(customer, day)).isEqualTo("0 0 0 / 0 0 0");

        send(first, "confirm");
        send(second, "confirm");
        send(back, "confirm");
        await().atMost(SOON).untilAsserted(() -> assertThat(sums(customer, day)).isEqualTo("2201 2 1 / 2201 2 1"));

        send(second, "cancel");
        await().atMost(SOON).untilAsserted(() -> assertThat(sums(customer, day)).isEqualTo("1700 1 1 / 1700 1 1"));

        send(first, "ship");
        send(back, "cancel");
        await().atMost(SOON).untilAsserted(() -> assertThat(sums(customer, day)).isEqualTo("2000 1 0 / 2000 1 0"));
    }

    private static String sums(String customer, String day) {
        return sum("/read/customers/" + customer + "/spend") + " / "
                + sum("/read/daily-sales?from=" + day + "&to=" + day);
    }

    private static String sum(String path) {
        var row = http.get(path).json().path(0);
        return row.path("amountMinor").asLong() + " " + row.path("saleCount").asLong() + " "
                + row.path("returnCount").asLong();
    }

    /** Rule S5: a query waits for the version asked for, also when the row does not exist yet. */
    @Test
    void aQueryWaitsForAVersionThatIsStillToCome() {
        var id = newId();
        var waiting = http.getLater("/read/orders/" + id + "/summary?minVersion=1");
        place(id, "SALE", "1", "2010-12-01", line("A", 1, "1"));

        var answer = waiting.join();
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().path("version").asLong()).isEqualTo(1);

        var never = http.get("/read/orders/" + id + "/summary?minVersion=7");
        assertThat(never.status()).isEqualTo(503);
        assertThat(never.header("Retry-After")).isNotEmpty();
        assertThat(never.json().path("type").asText()).isEqualTo("urn:antiphon:problem:not-yet-visible");
        assertThat(never.json().path("visibleVersion").asLong()).isEqualTo(1);
        assertThat(never.json().path("requestedVersion").asLong()).isEqualTo(7);
    }

    /** Rule S1: a stopped broker fails no command, and everything arrives after it is back. */
    @Test
    void aStoppedBrokerFailsNoCommand() {
        var kafka = application.kafka().orElseThrow();
        var id = newId();
        kafka.stop();
        try {
            place(id, "SALE", "1", "2010-12-01", line("A", 1, "1"));
            send(id, "confirm");
            assertThat(http.get("/write/health/ready").status()).isEqualTo(200);
        } finally {
            kafka.start();
        }

        await().atMost(Duration.ofSeconds(90))
                .untilAsserted(() -> assertThat(http.get("/read/orders/" + id + "/summary")
                                .json()
                                .path("status")
                                .asText())
                        .isEqualTo("CONFIRMED"));
    }

    @Test
    void aReadDatabaseThatIsAwayIsSaidAndWhoeverListensGoesOnAfterwards() throws Exception {
        var id = newId();
        place(id, "SALE", "away", "2010-12-01", line("A", 1, "1"));
        var summary = "/read/orders/" + id + "/summary";
        assertThat(http.get(summary + "?minVersion=1").status()).isEqualTo(200);
        try (var events = new EventStream(application.uri("/read/orders/" + id + "/changes"), null)) {
            assertThat(events.next().name()).isEqualTo("ready");
            admitToReadDatabase(false);
            try {
                send(id, "confirm");
                for (var query : List.of(summary, summary + "?minVersion=2", "/read/orders", "/read/daily-sales")) {
                    var answer = http.get(query);
                    assertThat(answer.status()).as(answer.body()).isEqualTo(503);
                    assertThat(answer.header("Retry-After")).isNotEmpty();
                    assertThat(answer.header("X-Data-Freshness")).isEqualTo("eventual");
                    assertThat(answer.json().path("type").asText())
                            .isEqualTo("urn:antiphon:problem:database-unavailable");
                }
                assertThat(http.get("/write/orders/" + id).status()).isEqualTo(200);
            } finally {
                admitToReadDatabase(true);
            }
            assertThat(events.next().data()).contains("\"type\":\"order.confirmed\"");
        }
        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThat(http.get(summary + "?minVersion=2").status()).isEqualTo(200));
    }

    private static void admitToReadDatabase(boolean admitted) throws SQLException {
        try (var connection = application.postgres().orElseThrow().connectAsSuperuser("postgres");
                var statement = connection.createStatement()) {
            statement.execute("alter database read allow_connections " + admitted);
            statement.execute("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'read'");
        }
    }

    /** Rule S2: the same record delivered twice changes nothing, for upserts and for sums. */
    @Test
    void recordsDeliveredTwiceChangeNothing() throws SQLException {
        var id = newId();
        place(id, "SALE", "1", "2011-12-24", line("A", 1, "1"));
        send(id, "confirm");
        send(id, "ship");
        assertThat(http.get("/read/orders/" + id + "/summary?minVersion=3").status())
                .isEqualTo(200);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(sum("/read/daily-sales?from=2011-12-24&to=2011-12-24"))
                        .isEqualTo("100 1 0"));
        var before = readTables();

        for (var topic : new String[] {"shop.orders.order", "shop.orders.product"}) {
            sendAgain(topic);
        }
        var marker = newId();
        place(marker, "SALE", "marker", "1990-01-01", line("A", 1, "1"));
        send(marker, "confirm");
        send(marker, "cancel");
        assertThat(http.get("/read/orders/" + marker + "/summary?minVersion=3").status())
                .isEqualTo(200);
        await().atMost(SOON).until(PipelineIT::everythingIsRead);

        assertThat(readTables()).isEqualTo(before);
    }

    private static void sendAgain(String topic) {
        Map<String, Object> properties = Map.of("bootstrap.servers", application.bootstrapServers());
        try (var producer = new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer())) {
            for (var record : Topics.read(application.bootstrapServers(), topic)) {
                producer.send(new ProducerRecord<>(
                        topic, record.partition(), record.key(), record.value(), record.headers()));
            }
        }
    }

    /** Whether every projection's position in the read database has reached the end of its topic. */
    private static boolean everythingIsRead() throws SQLException {
        for (var topic : new String[] {"shop.orders.order", "shop.orders.product"}) {
            var records = Topics.read(application.bootstrapServers(), topic).size();
            var behind = read(
                    application.databases().roles().projector(),
                    "select count(*) from (select projection from antiphon.position where topic = '" + topic
                            + "' group by projection having sum(next_offset) < " + records + ") late");
            if (!behind.equals("0")) {
                return false;
            }
        }
        return true;
    }

    private static String readTables() throws SQLException {
        return read(application.databases().roles().projector(), """
                select (select coalesce(string_agg(o::text, E'\\n' order by order_id), '') from order_summary o
                         where customer_id <> 'marker')
                    || (select coalesce(string_agg(p::text, E'\\n' order by product_id), '') from product_summary p)
                    || (select coalesce(string_agg(c::text, E'\\n' order by customer_id, currency), '') from customer_spend c)
                    || (select coalesce(string_agg(d::text, E'\\n' order by day, currency), '') from daily_sales d)
                """);
    }

    private static String read(Login login, String sql) throws SQLException {
        try (var connection =
                        DriverManager.getConnection(application.databases().readUrl(), login.user(), login.password());
                var result = connection.createStatement().executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    /** Rule X1 and the query side's promise, by the rights of the database. */
    @Test
    void eachSideHasTheRightsItNeedsAndNoMore() throws SQLException {
        var roles = application.databases().roles();
        assertThatThrownBy(() -> read(roles.command(), "select count(*)::text from order_summary"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("permission denied");
        assertThat(read(roles.query(), "select count(*)::text from order_summary"))
                .isNotEmpty();
        assertThatThrownBy(() -> read(roles.query(), "delete from order_summary returning 'gone'"))
                .hasMessageContaining("permission denied");
        assertThatThrownBy(() -> read(roles.query(), "delete from antiphon.watermark returning 'gone'"))
                .hasMessageContaining("permission denied");
        assertThatThrownBy(() -> read(roles.projector(), "create table mine (id int)"))
                .hasMessageContaining("permission denied");
    }

    /** Rule X2: no trigger of a user's in either database. */
    @Test
    void noTriggerSynchronisesAnything() throws SQLException {
        var owner = application.databases().roles().owner();
        for (var url : new String[] {
            application.databases().writeUrl(), application.databases().readUrl()
        }) {
            try (var connection = DriverManager.getConnection(url, owner.user(), owner.password());
                    var result = connection
                            .createStatement()
                            .executeQuery("select count(*) from pg_trigger where not tgisinternal")) {
                result.next();
                assertThat(result.getInt(1)).isZero();
            }
        }
    }

    @Test
    void ordersAreListedByStatusCustomerAndDays() {
        var customer = "l-" + newId();
        var ids = Stream.generate(PipelineIT::newId).limit(4).toList();
        for (var i = 0; i < ids.size(); i++) {
            place(ids.get(i), "SALE", customer, "2012-02-0" + (i + 1), line("A", 4 - i, "1"));
        }
        send(ids.get(3), "cancel");
        assertThat(http.get("/read/orders/" + ids.get(3) + "/summary?minVersion=2")
                        .status())
                .isEqualTo(200);
        var list = "/read/orders?customer=" + customer;
        await().atMost(SOON).untilAsserted(() -> assertThat(listed(list)).hasSize(4));

        assertThat(listed(list)).containsExactly(ids.get(3), ids.get(2), ids.get(1), ids.get(0));
        assertThat(listed(list + "&sort=-totalMinor")).containsExactlyElementsOf(ids);
        assertThat(listed(list + "&status=CANCELLED")).containsExactly(ids.get(3));
        assertThat(listed(list + "&from=2012-02-02&to=2012-02-03&sort=orderedAt"))
                .containsExactly(ids.get(1), ids.get(2));
        assertThat(listed(list + "&status=PLACED&from=2012-02-02")).containsExactly(ids.get(2), ids.get(1));
        assertThat(listed(list + "&from=0001-01-01&to=9999-12-31&limit=500")).hasSize(4);
    }

    private static List<String> listed(String path) {
        var answer = http.get(path);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json().findValuesAsText("orderId");
    }

    @Test
    void everyOperationIsDocumentedWithItsConsistencyAndAnswersAsItsDocumentSays() throws Exception {
        var write = DocumentedApi.of(http, "/write");
        var read = DocumentedApi.of(http, "/read");
        assertThat(http.get("/read/openapi", "Accept", "application/yaml").body())
                .contains("openapi: 3.1");

        for (var operation : write.operations()) {
            assertThat(operation.description()).as(operation.toString()).startsWith("**Immediate**");
            operation.documentsItsFreshness();
            var id = newId();
            if (!operation.makesOne()) {
                write.make(operation.subject(), id);
            }
            if (operation.toString().endsWith("/ship")) {
                send(id, "confirm");
            }
            answersAsDocumented(operation, 2, operation.call(id));
            if (operation.hasBody()) {
                answersAsDocumented(operation, 4, operation.send(id, "{"));
                answersAsDocumented(operation, 4, operation.send(id, "{\"unknown\":1}"));
            }
        }
        for (var operation : read.operations()) {
            assertThat(operation.description()).as(operation.toString()).startsWith("**Eventual**");
            operation.documentsItsFreshness();
            var id = newId();
            write.make(operation.subject(), id);
            if (operation.isStream()) {
                try (var events = new EventStream(application.uri(operation.pathOf(id)), null)) {
                    operation.documents(200, events::header);
                }
                continue;
            }
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(operation.call(id).status()).isEqualTo(200));
            answersAsDocumented(operation, 2, operation.call(id));
            answersAsDocumented(operation, 4, http.get(operation.pathOf(id) + "?minVersion=none"));
        }
    }

    private static void answersAsDocumented(DocumentedApi.Operation operation, int kind, Http.Answer answer) {
        assertThat(answer.status() / 100).as(operation + " " + answer.body()).isEqualTo(kind);
        operation.documents(answer.status(), answer::header);
    }

    @Test
    void badInputGetsAProblemDocumentThatNamesThePlaces() {
        var bad = http.post(
                "/write/orders",
                order("bad", "SALE", "1", "2010-12-01", line("A", 0, "1"), line("B", 1, "-0.01"), line("C", 1, "1")));
        assertThat(bad.status()).isEqualTo(422);
        assertThat(bad.header("Content-Type")).startsWith("application/problem+json");
        assertThat(bad.json().path("errors").findValuesAsText("pointer"))
                .containsExactly("/lines/0/quantity", "/lines/1/unitPrice");

        var finer = http.post("/write/orders", order("bad", "SALE", "1", "2010-12-01", line("A", 1, "0.001")));
        assertThat(finer.status()).isEqualTo(422);
        assertThat(finer.json().path("errors").findValuesAsText("pointer")).containsExactly("/lines/0/unitPrice");

        for (var answer : new Http.Answer[] {
            http.post("/write/orders", "{\"kind\":"),
            http.post("/write/orders", "{\"kind\":\"GIFT\"}"),
            http.post("/write/orders", "[]"),
            http.send("POST", "/write/orders", ""),
            http.send("PUT", "/write/products/none/name", ""),
            http.get("/write/nowhere"),
            http.get("/write/orders/none"),
            http.get("/read/orders/none/summary"),
            http.get("/read/orders/none/summary?minVersion=x"),
            http.get("/read/daily-sales?from=yesterday"),
            http.get("/read/daily-sales?from=%2B999999999-12-31"),
            http.get("/read/orders?limit=-1"),
            http.get("/read/orders?from=2010-12-02&to=2010-12-01"),
            http.get("/read/orders?stauts=PLACED"),
            http.get("/read/orders?sort=customerId"),
            http.post("/write/orders/none/confirm", ""),
            http.post("/write/products", "{\"productId\":\"x\"}"),
        }) {
            assertThat(answer.status()).as(answer.body()).isBetween(400, 499);
            assertThat(answer.header("Content-Type")).as(answer.body()).startsWith("application/problem+json");
            assertThat(answer.json().path("type").asText()).startsWith("urn:antiphon:problem:");
            assertThat(answer.body()).doesNotContain("Exception", "dev.antiphon", "\tat ");
        }
    }

    @Test
    void aCommandCountsOnlyForTheVersionThatItsSenderHasSeen() {
        var id = newId();
        place(id, "SALE", "1", "2010-12-01", line("A", 1, "1"));
        var confirm = "/write/orders/" + id + "/confirm";
        var seen = http.get("/write/orders/" + id).header("ETag");

        assertThat(http.post(confirm, "", "If-Match", seen, "Idempotency-Key", "c-" + id)
                        .header("ETag"))
                .isEqualTo("\"2\"");
        var replayed = http.post(confirm, "", "If-Match", seen, "Idempotency-Key", "c-" + id);
        assertThat(replayed.status()).as(replayed.body()).isEqualTo(200);
        assertThat(replayed.header("ETag")).isEqualTo("\"2\"");

        for (var action : new String[] {"confirm", "ship", "cancel"}) {
            var moved = http.post("/write/orders/" + id + "/" + action, "", "If-Match", seen);
            assertThat(moved.status()).as(moved.body()).isEqualTo(412);
            assertThat(moved.header("Content-Type")).startsWith("application/problem+json");
            assertThat(moved.header("ETag")).isEqualTo("\"2\"");
            assertThat(moved.json().path("type").asText()).isEqualTo("urn:antiphon:problem:version-moved");
            assertThat(moved.json().path("currentVersion").asLong()).isEqualTo(2);
        }
        for (var wrong : new String[] {"W/\"2\"", "2", "\"two\""}) {
            assertThat(http.post("/write/orders/" + id + "/ship", "", "If-Match", wrong)
                            .status())
                    .isEqualTo(400);
        }
        assertThat(http.post("/write/orders/" + id + "/ship", "", "If-Match", "\"1\", \"2\"")
                        .status())
                .isEqualTo(200);
        assertThat(http.post("/write/orders/" + id + "/cancel", "", "If-Match", "*")
                        .status())
                .isEqualTo(422);
        assertThat(http.post("/write/orders/none/ship", "", "If-Match", "*").status())
                .isEqualTo(404);
    }

    @Test
    void aRepeatedRequestGetsItsFirstAnswer() {
        var id = newId();
        var body = order(id, "SALE", "1", "2010-12-01", line("A", 1, "1"));
        var first = http.post("/write/orders", body, "Idempotency-Key", "key-" + id);
        var again = http.post("/write/orders", " " + body, "Idempotency-Key", "key-" + id);

        assertThat(again.status()).isEqualTo(first.status()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Location")).isEqualTo(first.header("Location"));
        assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
        assertThat(http.post(
                                "/write/orders",
                                order(id, "SALE", "2", "2010-12-01", line("A", 1, "1")),
                                "Idempotency-Key",
                                "key-" + id)
                        .json()
                        .path("type")
                        .asText())
                .isEqualTo("urn:antiphon:problem:idempotency-key-reused");

        var refused = order(newId(), "SALE", "1", "2010-12-01", line("A", 1, "0.001"));
        assertThat(http.post("/write/orders", refused, "Idempotency-Key", "no-" + id)
                        .header("Idempotency-Replayed"))
                .isEmpty();
        var refusedAgain = http.post("/write/orders", refused, "Idempotency-Key", "no-" + id);
        assertThat(refusedAgain.status()).isEqualTo(422);
        assertThat(refusedAgain.header("Idempotency-Replayed")).isEqualTo("true");
        assertThat(refusedAgain.json().path("errors").findValuesAsText("pointer"))
                .containsExactly("/lines/0/unitPrice");
    }

    /** Created, changed, refused: what is answered again is the first answer in every part. */
    @Test
    void aRepeatedAnswerIsTheFirstInStatusHeadersAndBody() {
        var id = newId();
        var body = order(id, "SALE", "1", "2010-12-01", line("A", 1, "1"));
        var key = new String[] {"Idempotency-Key", "same-" + id};

        var created = twice(201, () -> http.post("/write/orders", body, key));
        assertThat(created.header("Location")).endsWith(id);
        assertThat(created.header("ETag")).isEqualTo("\"1\"");
        var changed = twice(200, () -> http.post("/write/orders/" + id + "/confirm", "", key));
        assertThat(changed.header("X-Aggregate-Version")).isEqualTo("2");
        var refused =
                twice(422, () -> http.post("/write/orders/" + id + "/confirm", "", "Idempotency-Key", "no-" + id));
        assertThat(refused.json().path("type").asText()).isEqualTo("urn:antiphon:problem:order-not-placed");
    }

    private static Http.Answer twice(int status, Supplier<Http.Answer> request) {
        var first = request.get();
        var again = request.get();
        assertThat(first.status()).as(first.body()).isEqualTo(status);
        assertThat(again.status()).isEqualTo(status);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(first.header("Idempotency-Replayed")).isEmpty();
        assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
        assertThat(headers(again)).isEqualTo(headers(first));
        return again;
    }

    /** All headers but those that are of the one request. */
    private static Map<String, List<String>> headers(Http.Answer answer) {
        var headers = new TreeMap<>(answer.response().headers().map());
        List.of("correlation-id", "date", "idempotency-replayed").forEach(headers::remove);
        return headers;
    }

    @Test
    void eachWarHasItsOwnHealthAndMetrics() {
        for (var root : new String[] {"/write", "/projector", "/read"}) {
            assertThat(http.get(root + "/health/live").json().path("status").asText())
                    .isEqualTo("UP");
            assertThat(http.get(root + "/health/ready").json().path("status").asText())
                    .isEqualTo("UP");
            assertThat(http.get(root + "/metrics").body()).contains("# TYPE ");
        }
        assertThat(http.get("/write/metrics").body()).contains("antiphon_outbox_backlog", "events_published_total");
        assertThat(http.get("/projector/metrics").body()).contains("antiphon_projection_applied_total");
    }
}
