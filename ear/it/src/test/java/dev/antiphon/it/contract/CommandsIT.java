package dev.antiphon.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.antiphon.it.Http;
import dev.antiphon.it.Texts;
import dev.antiphon.it.Topics;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Commands over HTTP: what takes effect, what is refused and how, and what happens once. */
class CommandsIT extends OrdersContract {

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
        var record = Topics.read(kafka().bootstrapServers(), "shop.orders.product").stream()
                .filter(each -> each.key().equals(id))
                .findFirst()
                .orElseThrow();
        assertThat(new ObjectMapper().readTree(record.value()).path("name").asText())
                .isEqualTo(Texts.ODD);
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

    /** Rule S1: a stopped broker fails no command, and everything arrives after it is back. */
    @Test
    void aStoppedBrokerFailsNoCommand() {
        var kafka = kafka();
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
}
