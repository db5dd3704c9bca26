package dev.antiphon.it.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.dev.kafka.EmbeddedKafka;
import dev.antiphon.dev.postgres.Databases;
import dev.antiphon.dev.postgres.EmbeddedPostgres;
import dev.antiphon.it.Http;
import dev.antiphon.it.TestServers;
import dev.antiphon.it.server.ServerUnderTest;
import dev.antiphon.it.server.StartedServer;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What the EAR promises on every server, as a client, the database and the broker see it. The classes share one node and
 * its data; each test makes orders of its own.
 */
@ExtendWith(SharedServer.class)
abstract class OrdersContract {

    static final Duration SOON = Duration.ofSeconds(60);

    static Http http;
    private static StartedServer running;

    static void use(StartedServer shared) {
        running = shared;
        http = new Http(uri("/"));
    }

    static ServerUnderTest node() {
        return running.node();
    }

    static TestServers services() {
        return running.services();
    }

    static EmbeddedKafka kafka() {
        return services().kafka();
    }

    static EmbeddedPostgres postgres() {
        return services().postgres();
    }

    static Databases databases() {
        return services().databases();
    }

    static URI uri(String path) {
        return node().uri(path);
    }

    static String newId() {
        return UUID.randomUUID().toString().substring(0, 12);
    }

    static String order(String id, String kind, String customer, String day, String... lines) {
        return """
                {"orderId":"%s","kind":"%s","customerId":"%s","currency":"GBP","orderedAt":"%sT08:26:00Z","lines":[%s]}
                """.formatted(id, kind, customer, day, String.join(",", lines));
    }

    static String line(String code, int quantity, String price) {
        return "{\"stockCode\":\"%s\",\"description\":\"HEART\",\"quantity\":%d,\"unitPrice\":%s}"
                .formatted(code, quantity, price);
    }

    static void place(String id, String kind, String customer, String day, String... lines) {
        assertThat(http.post("/write/orders", order(id, kind, customer, day, lines))
                        .status())
                .isEqualTo(201);
    }

    static void send(String id, String action) {
        var answer = http.post("/write/orders/" + id + "/" + action, "");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }
}
