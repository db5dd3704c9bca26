package dev.antiphon.it.contract;

import static dev.antiphon.it.Topics.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.antiphon.events.ConsistencyToken;
import dev.antiphon.it.EventStream;
import dev.antiphon.it.Topics;
import dev.antiphon.query.client.ConsistencyMemory;
import dev.antiphon.query.client.ReadYourWrites;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.client.Entity;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a client that has written reads, waits for and is told. */
class ReadYourWritesIT extends OrdersContract {

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

        var record = Topics.read(kafka().bootstrapServers(), "shop.orders.order").stream()
                .filter(each -> each.key().equals(id))
                .findFirst()
                .orElseThrow();
        assertThat(header(record, "Correlation-Id")).isEqualTo("my-correlation");
    }

    @Test
    void aClientIsToldOfAnOrderAsItGoesOn() throws Exception {
        var id = newId();
        try (var one = new EventStream(uri("/read/orders/" + id + "/changes"), null);
                var placed = new EventStream(uri("/read/orders/changes?status=PLACED&customer=c-" + id), null)) {
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
            var shop = client.target(uri("/"));
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

    @Test
    void aReadDatabaseThatIsAwayIsSaidAndWhoeverListensGoesOnAfterwards() throws Exception {
        var id = newId();
        place(id, "SALE", "away", "2010-12-01", line("A", 1, "1"));
        var summary = "/read/orders/" + id + "/summary";
        assertThat(http.get(summary + "?minVersion=1").status()).isEqualTo(200);
        try (var events = new EventStream(uri("/read/orders/" + id + "/changes"), null)) {
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
        try (var connection = postgres().connectAsSuperuser("postgres");
                var statement = connection.createStatement()) {
            statement.execute("alter database read allow_connections " + admitted);
            statement.execute("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'read'");
        }
    }
}
