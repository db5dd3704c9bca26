package dev.antiphon.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.antiphon.it.Artifacts;
import dev.antiphon.it.Http;
import dev.antiphon.it.server.Jvm;
import dev.antiphon.it.server.ServerUnderTest;
import dev.antiphon.it.server.StartedServer;
import dev.antiphon.it.server.TestEar;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Whatever an operator does with the servers: nothing is lost, nothing counts twice, nothing is left behind. */
class LifecycleIT extends OrdersContract {

    private static final int ORDERS = 60;
    private static final int TIMES = 3;

    @Test
    void aRestartWithWorkInFlightLosesAndDoublesNothing() throws Exception {
        whileACustomerOrders(() -> {
            node().stop();
            node().start();
            node().awaitReady();
        });
    }

    @Test
    void aKilledServerLosesAndDoublesNothing() throws Exception {
        whileACustomerOrders(() -> {
            node().kill();
            node().start();
            node().awaitReady();
        });
    }

    @Test
    void undeployedAndDeployedAgainItGoesOnAndLeavesNothingBehind() throws Exception {
        var empty = TestEar.empty(services().folder());
        node().undeploy();
        var ofEmpty = leftBehindBy(empty);
        node().deploy(Artifacts.ear());
        for (var i = 0; i < TIMES; i++) {
            whileACustomerOrders(() -> {
                node().undeploy();
                node().deploy(Artifacts.ear());
            });
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(liveRelays()).isEqualTo("1 relays, 16 lanes, 1 owners"));
        }
        node().undeploy();
        try {
            var withOrders = deployedOftener(Artifacts.ear());
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(Jvm.of(node()).held()).satisfies(held -> {
                        assertThat(held.classLoaders() - withOrders.classLoaders())
                                .as("class loaders left behind, beside those of an empty EAR")
                                .isLessThanOrEqualTo(ofEmpty.classLoaders());
                        assertThat(held.threads().size() - withOrders.threads().size())
                                .as("threads left behind, beside those of an empty EAR: " + withOrders.threads()
                                        + ", now " + held.threads())
                                .isLessThanOrEqualTo(ofEmpty.threads());
                    }));
        } finally {
            node().deploy(Artifacts.ear()); // for the tests to come
        }
    }

    /** How many more there were after three deployments of an EAR. */
    private record LeftBehind(int threads, int classLoaders) {}

    private static LeftBehind leftBehindBy(Path ear) {
        var before = deployedOftener(ear);
        var after = Jvm.of(node()).held();
        return new LeftBehind(
                atLeastNone(after.threads().size() - before.threads().size()),
                atLeastNone(after.classLoaders() - before.classLoaders()));
    }

    /** What a server has got rid of meanwhile, such as threads of its start, nobody has taken away. */
    private static int atLeastNone(int more) {
        return Math.max(0, more);
    }

    /** Deploys an EAR once, and then three times more; gives what was held after the first time. */
    private static Jvm.Held deployedOftener(Path ear) {
        comeAndGo(ear);
        var before = Jvm.of(node()).held();
        for (var i = 0; i < TIMES; i++) {
            comeAndGo(ear);
        }
        return before;
    }

    private static void comeAndGo(Path ear) {
        node().deploy(ear);
        node().undeploy();
    }

    private static String liveRelays() throws SQLException {
        return one("""
                select (select count(*) from antiphon.relay_node where seen_until > now()) || ' relays, '
                    || count(*) || ' lanes, ' || count(distinct owner) || ' owners'
                  from antiphon.lane where leased_until > now()
                """);
    }

    private static String one(String sql) throws SQLException {
        try (var connection = services().writeDatabase().getConnection();
                var result = connection.createStatement().executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    @Test
    void twoNodesShareTheWorkAndOneGoesOnAlone() throws Exception {
        try (var second = StartedServer.newNode(services(), "second")) {
            second.start();
            second.deploy(Artifacts.ear());
            await().atMost(SOON).untilAsserted(() -> {
                assertThat(liveRelays()).isEqualTo("2 relays, 16 lanes, 2 owners");
                for (var projection : List.of("order_summary", "product_summary", "customer_spend", "daily_sales")) {
                    var here = partitions(node(), projection);
                    var there = partitions(second, projection);
                    assertThat(here).isNotEmpty();
                    assertThat(there).isNotEmpty();
                    assertThat(Stream.concat(here.stream(), there.stream()))
                            .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
                }
            });
            var both = new Http(second.uri("/"));
            whileACustomerOrders(both, () -> {});
            whileACustomerOrders(second::kill);
        }
        await().atMost(SOON).untilAsserted(() -> assertThat(liveRelays()).isEqualTo("1 relays, 16 lanes, 1 owners"));
    }

    private static List<Integer> partitions(ServerUnderTest server, String projection) {
        var checks =
                new Http(server.uri("/")).get("/projector/health/ready").json().path("checks");
        return StreamSupport.stream(checks.spliterator(), false)
                .filter(check -> check.path("name").asText().equals("projections"))
                .flatMap(check -> StreamSupport.stream(
                        check.path("data").path(projection).path("partitions").spliterator(), false))
                .map(partition -> partition.asInt())
                .toList();
    }

    private static void whileACustomerOrders(Runnable event) throws Exception {
        whileACustomerOrders(http, event);
    }

    /**
     * Places and confirms orders from several threads, with the same key until there is an answer, while something happens;
     * returns when every one of them has arrived in the read model, once.
     */
    private static void whileACustomerOrders(Http shop, Runnable event) throws Exception {
        var customer = "w-" + newId();
        var clients = Executors.newFixedThreadPool(4);
        try {
            var orders = IntStream.range(0, ORDERS)
                    .mapToObj(i -> later(clients, shop, customer))
                    .toList();
            orders.get(ORDERS / 3).get();
            event.run();
            arrived(customer, orders);
        } finally {
            clients.shutdownNow();
        }
    }

    private static Future<?> later(ExecutorService clients, Http shop, String customer) {
        return clients.submit(() -> {
            var id = newId();
            insist(shop, "/write/orders", order(id, "SALE", customer, "2010-12-01", line("A", 1, "1")), id, 201);
            insist(shop, "/write/orders/" + id + "/confirm", "", id, 200);
        });
    }

    /** As a client does that must not lose an order: again, with the same key, as long as the server is away. */
    private static void insist(Http shop, String path, String body, String key, int status) {
        await().atMost(Duration.ofMinutes(3))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    try {
                        var answer = shop.post(path, body, "Idempotency-Key", key);
                        assertThat(answer.status())
                                .as(path + " " + answer.body())
                                .isIn(status, 404, 500, 503);
                        return answer.status() == status;
                    } catch (UncheckedIOException e) {
                        return false;
                    }
                });
    }

    private static void arrived(String customer, List<? extends Future<?>> orders) throws Exception {
        for (var each : orders) {
            each.get();
        }
        await().atMost(SOON).untilAsserted(() -> {
            var spend = http.get("/read/customers/" + customer + "/spend");
            assertThat(spend.json().path(0).path("saleCount").asInt())
                    .as(spend.body())
                    .isEqualTo(ORDERS);
            assertThat(http.get("/read/orders?limit=500&status=CONFIRMED&customer=" + customer)
                            .json()
                            .size())
                    .isEqualTo(ORDERS);
        });
    }
}
