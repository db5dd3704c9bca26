package dev.antiphon.it.container.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.antiphon.events.ConsistencyToken;
import dev.antiphon.it.EventStream;
import dev.antiphon.it.Http;
import dev.antiphon.it.Http.Answer;
import dev.antiphon.it.container.ContainerServers;
import dev.antiphon.it.container.OnServer;
import dev.antiphon.it.container.TestWar;
import jakarta.ws.rs.client.Client;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.core.Response;
import java.net.URL;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queries inside the server, as a client sees them; this test is the projector. */
@OnServer
class QueryBindingIT {

    /** More than the pool has connections, and than a server has threads for requests. */
    private static final int CROWD = 100;

    @ArquillianResource
    URL address;

    private Http http;

    @Deployment(testable = false)
    static WebArchive war() {
        return TestWar.of("query-side")
                .addPackage(QueryBindingIT.class.getPackage())
                .addAsResource(
                        "container/query/microprofile-config.properties", "META-INF/microprofile-config.properties");
    }

    @BeforeEach
    void findWar() {
        http = TestWar.client(address);
    }

    /** What a projection commits: row and watermark. */
    private static void project(String id, long articles, long version) throws SQLException {
        try (var connection = ContainerServers.readDatabase().getConnection();
                var statement = connection.prepareStatement("""
                        with applied as (
                            insert into antiphon.watermark (projection, aggregate_id, aggregate_version)
                            values ('shelf', ?, ?)
                            on conflict (projection, aggregate_id)
                                do update set aggregate_version = excluded.aggregate_version, applied_at = now()
                            returning aggregate_id, aggregate_version),
                        noted as (
                            insert into antiphon.change (projection, aggregate_id, aggregate_version, event_type)
                            select 'shelf', aggregate_id, aggregate_version, 'shelf.filled' from applied)
                        insert into shelf (shelf_id, articles, version)
                        select aggregate_id, ?, aggregate_version from applied
                        on conflict (shelf_id)
                            do update set articles = excluded.articles, version = excluded.version""")) {
            statement.setString(1, id);
            statement.setLong(2, version);
            statement.setLong(3, articles);
            statement.executeUpdate();
        }
    }

    private int waiting() {
        return http.get("metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("antiphon_query_waiting "))
                .mapToInt(line -> (int) Double.parseDouble(line.substring(line.indexOf(' '))))
                .sum();
    }

    private void awaitWaiting(int number) {
        await().until(() -> waiting() == number);
    }

    private static void problem(Answer answer, int status, String slug) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.json().path("type").asText()).isEqualTo("urn:antiphon:problem:" + slug);
        eventual(answer);
    }

    private static void eventual(Answer answer) {
        assertThat(answer.header("X-Data-Freshness")).isEqualTo("eventual");
    }

    /** Rule S4. */
    @Test
    void everyAnswerSaysThatItIsEventualErrorsToo() throws SQLException {
        project("fresh", 3, 1);

        eventual(http.get("shelves/fresh"));
        eventual(http.get("shelves"));
        problem(http.get("shelves/missing"), 404, "not-found");
        problem(http.get("nowhere"), 404, "not-found");
        problem(http.send("DELETE", "shelves", ""), 405, "method-not-allowed");
        problem(http.get("shelves/fresh?minVersion=x"), 400, "invalid-parameter");
        assertThat(http.get("health/ready").header("X-Data-Freshness")).isEmpty();
        assertThat(http.get("metrics").header("X-Data-Freshness")).isEmpty();
    }

    @Test
    void aRowIsAnsweredWithItsVersion() throws SQLException {
        project("versioned", 3, 7);

        var answer = http.get("shelves/versioned");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"shelfId\":\"versioned\",\"articles\":3,\"version\":7}");
        assertThat(answer.header("X-Aggregate-Version")).isEqualTo("7");
        assertThat(answer.header("ETag")).matches("\"7\\.[\\w-]{12}\"");
        assertThat(Duration.between(Instant.parse(answer.header("X-Applied-At")), Instant.now()))
                .isLessThan(Duration.ofMinutes(1));
        assertThat(Double.parseDouble(answer.header("X-Data-Age"))).isBetween(0.0, 60.0);
        assertThat(answer.header("Cache-Control")).isEqualTo("no-cache");
        assertThat(answer.header("Vary")).contains("Prefer", "Consistency-Token");
    }

    @Test
    void whoHasTheContentGetsNoneUntilItChanges() throws SQLException {
        project("kept", 3, 1);
        var row = http.get("shelves/kept").header("ETag");
        var list = http.get("shelves").header("ETag");

        var unchanged = http.get("shelves/kept", "If-None-Match", row);
        assertThat(unchanged.status()).isEqualTo(304);
        assertThat(unchanged.body()).isEmpty();
        assertThat(unchanged.header("ETag")).isEqualTo(row);
        assertThat(unchanged.header("X-Aggregate-Version")).isEqualTo("1");
        eventual(unchanged);
        assertThat(http.get("shelves", "If-None-Match", "\"other\", " + list).status())
                .isEqualTo(304);

        project("kept", 4, 1);
        assertThat(http.get("shelves/kept", "If-None-Match", row).body()).contains("\"articles\":4");
        assertThat(http.get("shelves", "If-None-Match", list).status()).isEqualTo(200);
    }

    @Test
    void aRowThatIsNotThereNamesTheEndpointThatAnswersAtOnce() {
        assertThat(http.get("shelves/missing").json().path("detail").asText()).contains("/write/shelves/missing");
    }

    /** Rule S5. */
    @Test
    void aVersionThatIsThereIsAnsweredWithoutAWait() throws SQLException {
        project("known", 3, 5);

        assertThat(http.get("shelves/known?minVersion=4").status()).isEqualTo(200);
        assertThat(http.get("shelves/known?minVersion=5").header("X-Aggregate-Version"))
                .isEqualTo("5");
    }

    /** Rule S5. */
    @Test
    void aQueryWaitsForItsVersionAlsoWhereThereIsNoRowYet() throws SQLException {
        var first = http.getLater("shelves/new?minVersion=1");
        awaitWaiting(1);
        assertThat(first).isNotDone();
        project("new", 2, 1);
        assertThat(first.join().status()).isEqualTo(200);

        var third = http.getLater("shelves/new?minVersion=3");
        awaitWaiting(1);
        project("new", 4, 2);
        assertThat(http.get("shelves/new").header("X-Aggregate-Version")).isEqualTo("2");
        assertThat(third).isNotDone();
        project("new", 6, 3);

        assertThat(third.join().body()).isEqualTo("{\"shelfId\":\"new\",\"articles\":6,\"version\":3}");
        assertThat(third.join().header("X-Aggregate-Version")).isEqualTo("3");
        eventual(third.join());
        assertThat(waiting()).isZero();
    }

    /** Rule S5. */
    @Test
    void pastTheBoundTheAnswerNamesBothVersions() throws SQLException {
        project("late", 1, 4);
        var unknown = http.getLater("shelves/unknown?minVersion=1");

        var answer = http.get("shelves/late?minVersion=9");

        problem(answer, 503, "not-yet-visible");
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(answer.header("Correlation-Id")).isNotEmpty();
        assertThat(answer.json().path("requestedVersion").asLong()).isEqualTo(9);
        assertThat(answer.json().path("visibleVersion").asLong()).isEqualTo(4);
        problem(unknown.join(), 503, "not-yet-visible");
        assertThat(unknown.join().json().path("visibleVersion").asLong(-1)).isZero();
    }

    /** Rule S5. */
    @Test
    void theClientSaysHowLongItWaits() throws SQLException {
        project("brief", 1, 4);

        var refused = http.get("shelves/brief?minVersion=9", "Prefer", "wait=0");

        problem(refused, 503, "not-yet-visible");
        assertThat(refused.header("Preference-Applied")).isEqualTo("wait=0");
        var capped = http.getLater("shelves/brief?minVersion=5", "Prefer", "wait=1000");
        awaitWaiting(1);
        project("brief", 2, 5);
        assertThat(capped.join().header("Preference-Applied")).isEqualTo("wait=20");
        assertThat(capped.join().header("X-Aggregate-Version")).isEqualTo("5");
    }

    /** Rule S5. */
    @Test
    void theClientMayRatherHaveWhatIsThere() throws SQLException {
        project("stale", 1, 4);

        var answer = http.get("shelves/stale?minVersion=9", "Prefer", "wait=0, handling=lenient");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("X-Data-Stale")).isEqualTo("requested=9; visible=4");
        assertThat(answer.header("Preference-Applied")).isEqualTo("wait=0, handling=lenient");
        assertThat(answer.header("X-Aggregate-Version")).isEqualTo("4");
        var fresh = http.get("shelves/stale?minVersion=4", "Prefer", "wait=0, handling=lenient");
        assertThat(fresh.header("X-Data-Stale")).isEmpty();
        assertThat(fresh.header("Preference-Applied")).isEqualTo("wait=0");
        problem(http.get("shelves/absent?minVersion=1", "Prefer", "wait=0, handling=lenient"), 404, "not-found");
    }

    private static String token(String type, String id, long version) {
        return new ConsistencyToken(type, id, version).toString();
    }

    /** Rule S5. */
    @Test
    void aQueryWaitsForWhatItsTokensTellOf() throws SQLException {
        project("first", 1, 1);
        project("second", 1, 1);
        var tokens =
                token("shelf", "first", 2) + ", " + token("shelf", "second", 1) + "," + token("order", "first", 99);

        var row = http.getLater("shelves/first", "Consistency-Token", tokens);
        var list = http.getLater("shelves", "Consistency-Token", tokens);
        awaitWaiting(2);
        assertThat(http.get("shelves/second", "Consistency-Token", tokens).status())
                .isEqualTo(200);
        project("first", 5, 2);

        assertThat(row.join().header("X-Aggregate-Version")).isEqualTo("2");
        assertThat(list.join().body()).contains("{\"shelfId\":\"first\",\"articles\":5,\"version\":2}");
        assertThat(list.join().header("X-Aggregate-Version")).isEmpty();
    }

    @Test
    void pastTheBoundAListNamesTheAggregateThatIsBehind() throws SQLException {
        project("behind", 1, 1);

        var answer = http.getLater("shelves", "Consistency-Token", token("shelf", "behind", 7), "Prefer", "wait=0")
                .join();

        problem(answer, 503, "not-yet-visible");
        assertThat(answer.json().path("aggregateId").asText()).isEqualTo("behind");
        assertThat(answer.json().path("requestedVersion").asLong()).isEqualTo(7);
        assertThat(answer.json().path("visibleVersion").asLong()).isEqualTo(1);
    }

    @Test
    void aMalformedTokenIsRefusedAndNamed() throws SQLException {
        project("strict", 1, 1);
        var tooMany =
                Stream.generate(() -> token("shelf", "strict", 1)).limit(65).collect(Collectors.joining(","));

        for (var path : List.of("shelves", "shelves/strict")) {
            for (var token : List.of("x", token("shelf", "strict", 1) + "x", tooMany)) {
                var answer = http.get(path, "Consistency-Token", token);
                problem(answer, 400, "invalid-parameter");
                assertThat(answer.json().path("parameter").asText()).isEqualTo("Consistency-Token");
            }
        }
    }

    @Test
    void aMalformedVersionIsRefusedAndNamed() throws SQLException {
        project("strict", 1, 1);

        for (var query : List.of("minVersion=", "minVersion=0", "minVersion=-1", "minVersion=1.0", "minVersion=x")) {
            var answer = http.get("shelves/strict?" + query);
            problem(answer, 400, "invalid-parameter");
            assertThat(answer.json().path("parameter").asText()).isEqualTo("minVersion");
        }
        problem(http.get("shelves/strict?minVersion=1&minVersion=2"), 400, "invalid-parameter");
        problem(http.get("shelves?minVersion=1"), 400, "invalid-parameter");
    }

    /** The client follows links and knows no parameter. */
    @Test
    void aClientPagesThereAndBackWhileRowsAreWritten() throws SQLException {
        for (var i = 0; i < 5; i++) {
            project("paged-" + i, 500 + i / 3, 31);
        }
        try (var client = ClientBuilder.newClient()) {
            var first = client.target(TestWar.uri(address, "shelves?version=31&sort=-articles&limit=2"))
                    .request()
                    .get();
            assertThat(shelves(first)).containsExactly("paged-4", "paged-3");
            assertThat(first.getLink("prev")).isNull();

            project("paged-9", 501, 31);
            project("paged-1a", 500, 31);
            var second = follow(client, first, "next");
            assertThat(shelves(second)).containsExactly("paged-2", "paged-1a");
            var third = follow(client, second, "next");
            assertThat(shelves(third)).containsExactly("paged-1", "paged-0");
            assertThat(third.getLink("next")).isNull();

            var back = follow(client, follow(client, third, "prev"), "prev");
            assertThat(shelves(back)).containsExactly("paged-4", "paged-3");
            assertThat(shelves(follow(client, back, "prev"))).containsExactly("paged-9");
        }
    }

    private Response follow(Client client, Response page, String relation) {
        return client.target(
                        TestWar.uri(address, "/").resolve(page.getLink(relation).getUri()))
                .request()
                .get();
    }

    private static List<String> shelves(Response page) {
        assertThat(page.getStatus()).isEqualTo(200);
        assertThat(page.getHeaderString("X-Data-Freshness")).isEqualTo("eventual");
        return Pattern.compile("\"shelfId\":\"([^\"]+)\"")
                .matcher(page.readEntity(String.class))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void aParameterThatTheListCannotUseIsRefusedAndNamed() throws SQLException {
        project("listed", 1, 1);
        var listLink = http.get("shelves?sort=-articles&limit=1").header("Link");
        var cursor = listLink.replaceFirst(".*after=([\\w-]+).*", "$1");
        var refused = new TreeMap<String, List<String>>(Map.of(
                "sort", List.of("sort=version", "sort=--articles", "sort=articles,shelfId", "sort=articles;drop"),
                "limit", List.of("limit=0", "limit=101", "limit=x", "limit=1e2", "limit=99999999999"),
                "after", List.of("after=x", "after=" + cursor + "AA", "after=" + cursor + "&sort=articles"),
                "before", List.of("before=AgABYQ", "before=" + cursor + "&after=" + cursor),
                "version", List.of("version=one", "version=1&version=2"),
                "vresion", List.of("vresion=1"),
                "minVersion", List.of("minVersion=1")));

        refused.forEach((parameter, queries) -> queries.forEach(query -> {
            var answer = http.get("shelves?" + query);
            problem(answer, 400, "invalid-parameter");
            assertThat(answer.json().path("parameter").asText()).as(query).isEqualTo(parameter);
            assertThat(answer.json().path("detail").asText()).doesNotContain("Exception");
        }));
        problem(http.get("shelves?version=%00"), 400, "invalid-text");
        assertThat(http.get("shelves?version=&sort=&limit=&after=").status()).isEqualTo(200);
        problem(http.get("shelves/listed?fields=all"), 400, "invalid-parameter");
    }

    @Test
    void aClientIsToldEachChangeOnceAndComesBackWithoutAHole() throws Exception {
        project("told", 1, 1);
        String last;
        try (var events = new EventStream(TestWar.uri(address, "shelves/told/changes"), null)) {
            assertThat(events.header("Content-Type")).startsWith("text/event-stream");
            assertThat(events.header("X-Data-Freshness")).isEqualTo("eventual");
            assertThat(events.header("Cache-Control")).isEqualTo("no-store");
            assertThat(events.next().name()).isEqualTo("ready");
            project("other", 7, 1);
            project("told", 2, 2);
            assertThat(events.next().data())
                    .isEqualTo("{\"aggregateId\":\"told\",\"version\":2,\"type\":\"shelf.filled\","
                            + "\"row\":{\"shelfId\":\"told\",\"articles\":2,\"version\":2}}");
            project("told", 3, 3);
            var third = events.next();
            assertThat(third.name()).isEqualTo("change");
            assertThat(third.data()).contains("\"version\":3,");
            last = third.id();
        }
        project("told", 4, 4);
        try (var events = new EventStream(TestWar.uri(address, "shelves/told/changes"), last)) {
            project("told", 5, 5);
            assertThat(events.next().data()).contains("\"told\",\"version\":4,");
            assertThat(events.next().data()).contains("\"told\",\"version\":5,");
        }
        try (var events = new EventStream(TestWar.uri(address, "shelves/told/changes"), "of another database")) {
            assertThat(events.next().name()).isEqualTo("reset");
        }
    }

    @Test
    void aListTellsWhatLeavesIt() throws Exception {
        try (var events = new EventStream(TestWar.uri(address, "shelves/changes"), null)) {
            assertThat(events.next().name()).isEqualTo("ready");
            project("leaving", 1, 1);
            assertThat(events.next().data()).contains("\"row\":{\"shelfId\":\"leaving\"");
            project("leaving", 0, 2);
            var gone = events.next();
            assertThat(gone.name()).isEqualTo("gone");
            assertThat(gone.data()).isEqualTo("{\"aggregateId\":\"leaving\",\"version\":2,\"type\":\"shelf.filled\"}");
        }
    }

    private int listening() {
        return http.get("metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("antiphon_query_streams "))
                .mapToInt(line -> (int) Double.parseDouble(line.substring(line.indexOf(' '))))
                .sum();
    }

    @Test
    void thoseWhoListenHoldNoThreadsAndCostNothingWhenTheyAreGone() throws Exception {
        project("watched", 1, 1);
        await().until(() -> listening() == 0);
        var crowd = new ArrayList<EventStream>();
        try {
            for (var i = 0; i < CROWD; i++) {
                crowd.add(new EventStream(TestWar.uri(address, "shelves/watched/changes"), null));
            }
            for (var events : crowd) {
                assertThat(events.next().name()).isEqualTo("ready");
            }
            problem(http.get("shelves/watched/changes"), 503, "too-many-listening");
            assertThat(http.get("shelves/watched").status()).isEqualTo(200);
            project("watched", 2, 2);
            for (var events : crowd) {
                assertThat(events.next().data()).contains("\"version\":2,");
            }
        } finally {
            crowd.forEach(EventStream::close);
        }
        await().until(() -> listening() == 0);
    }

    @Test
    void aClientThatTakesNothingIsGivenUpAndHoldsUpNobody() throws Exception {
        project("flood", 1, 1);
        project("calm", 1, 1);
        await().until(() -> listening() == 0);
        try (var stuck = new EventStream(TestWar.uri(address, "shelves/changes"), null);
                var events = new EventStream(TestWar.uri(address, "shelves/calm/changes"), null)) {
            assertThat(events.next().name()).isEqualTo("ready");
            var last = stuck.next().id();
            flood();
            project("calm", 2, 2);

            assertThat(events.next().data()).contains("\"version\":2,");
            await().until(() -> listening() == 1);
            try (var again = new EventStream(TestWar.uri(address, "shelves/changes"), last)) {
                assertThat(again.next().name()).isEqualTo("reset");
            }
        }
    }

    /** More than the buffers of a connection hold, and than is told to who was away. */
    private static void flood() throws SQLException {
        try (var connection = ContainerServers.readDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("insert into antiphon.change (projection, aggregate_id, aggregate_version, event_type)"
                    + " select 'shelf', 'flood', v, 'shelf.filled' from generate_series(2, 100000) v");
        }
    }

    @Test
    void thoseWhoWaitHoldNeitherThreadsNorConnections() throws SQLException {
        project("crowded", 1, 1);
        var crowd = IntStream.range(0, CROWD)
                .mapToObj(i -> http.getLater("shelves/crowded?minVersion=2"))
                .toList();
        awaitWaiting(CROWD);

        assertThat(http.get("shelves/crowded").status()).isEqualTo(200);
        assertThat(crowd).noneMatch(CompletableFuture::isDone);

        project("crowded", 2, 2);
        assertThat(crowd).allSatisfy(each -> {
            assertThat(each.join().status()).isEqualTo(200);
            assertThat(each.join().header("X-Aggregate-Version")).isEqualTo("2");
        });
    }

    /** Rule X1: not by rights alone; the database role of this war may write the table. */
    @Test
    void whatReadsCannotWrite() throws SQLException {
        project("full", 5, 1);

        problem(http.get("shelves/full/emptied"), 500, "internal-error");

        assertThat(http.get("shelves/full").json().path("articles").asLong()).isEqualTo(5);
    }
}
