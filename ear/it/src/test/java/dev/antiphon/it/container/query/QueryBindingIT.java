package dev.antiphon.it.container.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.antiphon.it.Http;
import dev.antiphon.it.Http.Answer;
import dev.antiphon.it.container.ContainerServers;
import dev.antiphon.it.container.OnPayaraMicro;
import dev.antiphon.it.container.TestWar;
import java.net.URL;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queries inside the server, as a client sees them; this test is the projector. */
@OnPayaraMicro
class QueryBindingIT {

    /** More than the server has HTTP threads and than the pool has connections, of either of which there are 16. */
    private static final int CROWD = 64;

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
                                do update set aggregate_version = excluded.aggregate_version
                            returning aggregate_id, aggregate_version)
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
        assertThat(answer.header("ETag")).isEqualTo("\"7\"");
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
