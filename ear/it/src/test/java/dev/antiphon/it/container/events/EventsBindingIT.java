package dev.antiphon.it.container.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.antiphon.it.Http;
import dev.antiphon.it.Http.Answer;
import dev.antiphon.it.Texts;
import dev.antiphon.it.container.OnServer;
import dev.antiphon.it.container.TestWar;
import java.io.ByteArrayOutputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every war of Antiphon has, as a client sees it: JSON, problem documents, correlation, health and metrics. */
@OnServer
class EventsBindingIT {

    private static final String GOOD = """
            {"id":"p1","sentAt":"2010-12-01T08:26:00Z","items":[{"code":"a","quantity":1}]}""";

    @ArquillianResource
    URL address;

    private Http http;

    @Deployment(testable = false)
    static WebArchive war() {
        return TestWar.of("query-side", "antiphon-query-").addPackage(EventsBindingIT.class.getPackage());
    }

    @BeforeEach
    void findWar() {
        http = TestWar.client(address);
    }

    @AfterEach
    void mendAll() {
        http.send("DELETE", "broken/belt", "");
        http.send("DELETE", "broken/scale", "");
    }

    private static JsonNode problem(Answer answer, int status, String slug) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.header("Correlation-Id")).isNotEmpty();
        assertThat(answer.json().path("type").asText()).isEqualTo("urn:antiphon:problem:" + slug);
        assertThat(answer.json().path("status").asInt()).isEqualTo(status);
        assertThat(answer.json().path("title").asText()).isNotBlank();
        return answer.json();
    }

    private static List<String> pointers(JsonNode problem) {
        var pointers = new ArrayList<String>();
        problem.path("errors")
                .forEach(error -> pointers.add(error.path("pointer").asText()));
        return pointers;
    }

    private JsonNode refused(String body, String slug) {
        return problem(http.post("parcels", body), 400, slug);
    }

    @Test
    void jsonHasIsoTimesNothingForNullAndTheOrderOfTheRecord() {
        var answer = http.post("parcels", GOOD);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).startsWith("application/json");
        assertThat(answer.body()).isEqualTo(GOOD);
    }

    @Test
    void malformedJsonIsSaidToBeMalformedWhereverItBreaks() {
        for (var body : List.of("{", "no json", "{\"id\":\"p\",\"items\":[{\"code\":]}", GOOD + "}")) {
            assertThat(refused(body, "malformed-json").path("detail").asText())
                    .as(body)
                    .contains("line 1, column");
        }
    }

    @Test
    void aValueOfTheWrongTypeIsNamedByItsPointer() {
        assertThat(pointers(refused(
                        "{\"items\":[{\"code\":\"a\",\"quantity\":1},{\"code\":\"b\",\"quantity\":\"many\"}]}",
                        "unreadable-body")))
                .containsExactly("/items/1/quantity");
        assertThat(pointers(refused("{\"items\":[{\"quantity\":1.5}]}", "unreadable-body")))
                .containsExactly("/items/0/quantity");
        assertThat(pointers(refused("{\"sentAt\":\"yesterday\"}", "unreadable-body")))
                .containsExactly("/sentAt");
    }

    @Test
    void aFieldThatIsNotKnownIsNamedByItsPointer() {
        assertThat(pointers(refused("{\"items\":[{\"code\":\"a\",\"quantity\":1,\"weight\":2}]}", "unreadable-body")))
                .containsExactly("/items/0/weight");
        assertThat(pointers(refused("{\"in/out~\":1}", "unreadable-body"))).containsExactly("/in~1out~0");
    }

    @Test
    void aBodyThatIsNoObjectAtAllIsRefusedAsAWhole() {
        for (var body : List.of("[]", "\"p1\"", "7", "null", "")) {
            assertThat(pointers(refused(body, "unreadable-body"))).as(body).containsExactly("");
        }
    }

    @Test
    void brokenRulesAreAllNamedAtOnceDownToTheElementsOfLists() {
        var problem = problem(http.post("parcels", """
                        {"id":" ","items":[{"code":"a","quantity":1},{"code":"","quantity":0}],
                         "tags":["red",""],"weights":{"kg/m":0}}"""), 422, "invalid-command");

        assertThat(pointers(problem))
                .containsExactlyInAnyOrder("/id", "/items/1/code", "/items/1/quantity", "/tags/1", "/weights/kg~1m");
        problem.path("errors")
                .forEach(error -> assertThat(error.path("detail").asText()).isNotBlank());
    }

    @Test
    void whatIsMissingIsNamedAllAtOnceNumbersIncluded() {
        var problem = problem(
                http.post(
                        "parcels", "{\"items\":[{\"code\":\"\"},{\"quantity\":0},{\"code\":\"c\",\"quantity\":null}]}"),
                422,
                "invalid-command");

        assertThat(pointers(problem))
                .containsExactly(
                        "/id",
                        "/items/0/code",
                        "/items/0/quantity",
                        "/items/1/code",
                        "/items/1/quantity",
                        "/items/2/quantity");
        for (var i : new int[] {0, 2, 3, 5}) {
            assertThat(problem.path("errors").path(i).path("detail").asText()).isEqualTo("is missing");
        }
    }

    @Test
    void anEnumsValuesAreListed() {
        for (var value : List.of("\"TRAIN\"", "\"\"", "0", "true", "[]")) {
            var problem = refused("{\"id\":\"p\",\"carrier\":" + value + "}", "unreadable-body");
            assertThat(pointers(problem)).containsExactly("/carrier");
            assertThat(problem.path("errors").path(0).path("detail").asText())
                    .as(value)
                    .isEqualTo("must be one of VAN, BIKE");
        }
    }

    @Test
    void aValueIsNotTurnedIntoOneOfAnotherType() {
        for (var field : List.of(
                "\"id\":5", "\"id\":true", "\"id\":{}", "\"weights\":{\"kg\":\"5\"}", "\"weights\":{\"kg\":true}")) {
            refused("{" + field + "}", "unreadable-body");
        }
    }

    @Test
    void textThatCannotBeKeptIsRefusedAndItsPlaceNamed() {
        var nul = "\\u0000";
        assertThat(pointers(refused("{\"id\":\"a" + nul + "\"}", "invalid-text")))
                .containsExactly("/id");
        assertThat(pointers(refused("{\"tags\":[\"a\",\"\\ud83d\"]}", "invalid-text")))
                .containsExactly("/tags/1");
        assertThat(pointers(refused("{\"tags\":[\"\\ude00\\ud83d\"]}", "invalid-text")))
                .containsExactly("/tags/0");
        assertThat(pointers(refused("{\"weights\":{\"k" + nul + "\":1}}", "invalid-text")))
                .containsExactly("/weights/k\ufffd");
        refused("{\"id\":\"a\u0000\"}", "malformed-json");
        for (var bytes :
                new int[][] {{0xff}, {0xc0, 0x80}, {0xed, 0xa0, 0x80}, {0xf4, 0x90, 0x80, 0x80}, {0xe2, 0x82}}) {
            problem(http.post("parcels", inString(bytes)), 400, "invalid-text");
        }
    }

    private static byte[] inString(int... bytes) {
        var body = new ByteArrayOutputStream();
        body.writeBytes("{\"id\":\"".getBytes(StandardCharsets.UTF_8));
        for (var each : bytes) {
            body.write(each);
        }
        body.writeBytes("\"}".getBytes(StandardCharsets.UTF_8));
        return body.toByteArray();
    }

    @Test
    void anyOtherTextSurvives() {
        var text = Texts.ODD;
        var body = new ObjectMapper().createObjectNode().put("id", text);
        body.putArray("items").addObject().put("code", text).put("quantity", 1);
        var answer = http.post("parcels", body.toString());

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().path("id").asText()).isEqualTo(text);
        assertThat(answer.json().path("items").path(0).path("code").asText()).isEqualTo(text);
    }

    @Test
    void aUrlWithTextThatCannotBeKeptIsRefused() {
        for (var query : List.of("a=1&b=%00", "a=1&%ff=2", "a=1&b=%ED%A0%80")) {
            assertThat(problem(http.get("failures/none?" + query), 400, "invalid-text")
                            .path("detail")
                            .asText())
                    .contains("query parameter 2");
        }
        assertThat(http.get("failures/none?a=%F0%9F%98%80%20%C3%A4").status()).isEqualTo(200);
    }

    /** The server may refuse these before it asks the war, and then with no document, or a page of its own. */
    @Test
    void aPathWithTextThatCannotBeKeptIsRefused() {
        for (var path : List.of("broken/a%00b", "broken/%C0%80", "broken/%ff", "broken/%ED%A0%80")) {
            var answer = http.send("PUT", path, "");
            assertThat(answer.status()).as(path + answer.body()).isEqualTo(400);
            assertThat(answer.body()).as(path).doesNotContain("Exception", "\tat ");
            if (answer.body().startsWith("{")) {
                problem(answer, 400, "invalid-text");
            }
        }
    }

    @Test
    void aBodyOverTheLimitIsRefusedAlsoWhenItComesInChunks() {
        var large = ("{\"note\":\"" + "x".repeat(5 << 20) + "\"}").getBytes(StandardCharsets.UTF_8);

        problem(http.post("parcels", large), 413, "body-too-large");
        assertThat(problem(http.postChunks("parcels", large), 413, "body-too-large")
                        .path("detail")
                        .asText())
                .contains("4194304 bytes");
        assertThat(http.postChunks("parcels", GOOD.getBytes(StandardCharsets.UTF_8))
                        .body())
                .isEqualTo(GOOD);
        assertThat(http.post("parcels", "{\"note\":\"" + "x".repeat(4_000_000) + "\"}")
                        .status())
                .isEqualTo(422);
    }

    @Test
    void aPathThatDoesNotExistIsAProblem() {
        for (var path : List.of("nowhere", "", "antiphon-problem", "parcels/none")) {
            problem(http.get(path), 404, "not-found");
        }
    }

    /** The server answers by itself, some without asking the war for its error page. */
    @Test
    void whatIsInTheWarIsNotServed() {
        for (var path : List.of("WEB-INF/beans.xml", "META-INF/microprofile-config.properties")) {
            assertThat(http.get(path).status()).as(path).isEqualTo(404);
        }
    }

    @Test
    void anErrorBesideJaxRsIsAProblemToo() {
        problem(http.get("bare"), 409, "conflict");
        var fault = http.post("bare", "");
        problem(fault, 500, "internal-error");
        assertThat(fault.body()).doesNotContain(FailureResource.SECRET, "Exception");
        assertThat(http.get("bare", "Correlation-Id", "bare-1").header("Correlation-Id"))
                .isEqualTo("bare-1");
    }

    @Test
    void aMethodThatIsNotAllowedIsAProblemWithThoseThatAre() {
        var answer = http.send("DELETE", "parcels", "");

        problem(answer, 405, "method-not-allowed");
        assertThat(answer.header("Allow")).contains("POST").doesNotContain("DELETE");
    }

    @Test
    void aMediaTypeThatIsNotReadOrNotWrittenIsAProblem() {
        problem(http.send("POST", "parcels", GOOD, "Content-Type", "text/plain"), 415, "unsupported-media-type");
        problem(
                http.send("POST", "parcels", GOOD, "Content-Type", "application/json", "Accept", "image/png"),
                406,
                "not-acceptable");
    }

    @Test
    void aFaultOfTheServerTellsNothingOfItsInside() {
        for (var path : List.of(
                "failures/fault", "failures/error", "failures/statement", "failures/json", "failures/unwritable")) {
            var answer = http.get(path);
            problem(answer, 500, "internal-error");
            assertThat(answer.body()).doesNotContain(FailureResource.SECRET, "Exception", "Error", "dev.antiphon");
        }
    }

    @Test
    void aDatabaseThatIsAwayIsWorthAnotherTry() {
        var answer = http.get("failures/database");

        problem(answer, 503, "database-unavailable");
        assertThat(answer.header("Retry-After")).matches("[1-9][0-9]*");
        assertThat(answer.body()).doesNotContain(FailureResource.SECRET);
    }

    @Test
    void aProblemOfTheApplicationIsAnsweredAsItIs() {
        var answer = http.get("failures/problem");

        assertThat(problem(answer, 409, "parcel-gone").path("currentVersion").asInt())
                .isEqualTo(7);
        assertThat(answer.json().path("detail").asText()).isEqualTo("It was sent at noon.");
        assertThat(answer.json().has("errors")).isFalse();
        assertThat(answer.header("Retry-After")).isEqualTo("3");
    }

    /** Rule E2. */
    @Test
    void theCorrelationIdOfTheCallerIsTakenBoundAndAnswered() {
        var trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        var answer = http.get("failures/none", "Correlation-Id", "order:536365@shop", "traceparent", trace);

        assertThat(answer.header("Correlation-Id")).isEqualTo("order:536365@shop");
        assertThat(answer.json().path("correlationId").asText()).isEqualTo("order:536365@shop");
        assertThat(answer.json().path("traceparent").asText()).isEqualTo(trace);
        assertThat(http.get("failures/fault", "Correlation-Id", "failed-1").header("Correlation-Id"))
                .isEqualTo("failed-1");
    }

    /** Rule E2. */
    @Test
    void anAbsentOrMalformedCorrelationIdIsMadeAnew() {
        var made = http.get("failures/none").header("Correlation-Id");
        assertThat(made).hasSize(26);
        assertThat(http.get("failures/none").header("Correlation-Id"))
                .hasSize(26)
                .isNotEqualTo(made);
        for (var malformed : List.of("two words", "<script>", "x".repeat(129))) {
            var answer = http.get("failures/none", "Correlation-Id", malformed, "traceparent", malformed);
            assertThat(answer.header("Correlation-Id")).as(malformed).hasSize(26);
            assertThat(answer.json().path("traceparent").asText()).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");
        }
    }

    private static JsonNode check(Answer health, String name) {
        for (var check : health.json().path("checks")) {
            if (check.path("name").asText().equals(name)) {
                return check;
            }
        }
        throw new AssertionError("No check '" + name + "' in " + health.body());
    }

    @Test
    void aWarIsReadyWhenAllItsChecksAreUp() {
        var ready = http.get("health/ready");

        assertThat(ready.status()).isEqualTo(200);
        assertThat(ready.json().path("status").asText()).isEqualTo("UP");
        assertThat(check(ready, "belt").toString())
                .isEqualTo("{\"name\":\"belt\",\"status\":\"UP\",\"data\":{\"since\":\"1970-01-01T00:00:00Z\"}}");
        assertThat(check(ready, "scale").path("status").asText()).isEqualTo("UP");
    }

    @Test
    void aWarWithOneCheckDownIsAliveButNotReady() {
        http.send("PUT", "broken/belt", "");

        var ready = http.get("health/ready");
        assertThat(ready.status()).isEqualTo(503);
        assertThat(ready.json().path("status").asText()).isEqualTo("DOWN");
        assertThat(check(ready, "belt").path("status").asText()).isEqualTo("DOWN");
        assertThat(check(ready, "scale").path("status").asText()).isEqualTo("UP");
        assertThat(http.get("health/live").status()).isEqualTo(200);
        assertThat(http.get("health/live").body()).isEqualTo("{\"status\":\"UP\",\"checks\":[]}");
    }

    @Test
    void aCheckThatThrowsIsDownUnderItsOwnName() {
        http.send("PUT", "broken/scale", "");

        var ready = http.get("health/ready");
        assertThat(ready.status()).isEqualTo(503);
        assertThat(check(ready, "ScaleHealth").path("status").asText()).isEqualTo("DOWN");
        assertThat(check(ready, "ScaleHealth").path("data").path("error").asText())
                .isEqualTo("The scale does not answer");
        assertThat(check(ready, "belt").path("status").asText()).isEqualTo("UP");
    }

    @Test
    void theMetricsAreTextAsPrometheusReadsIt() {
        var metrics = http.get("metrics");

        assertThat(metrics.status()).isEqualTo(200);
        assertThat(metrics.header("Content-Type")).startsWith("text/plain").contains("version=0.0.4");
        assertThat(metrics.body())
                .contains("# TYPE jvm_memory_used_bytes gauge")
                .contains("\njvm_threads_live_threads ");
    }
}
