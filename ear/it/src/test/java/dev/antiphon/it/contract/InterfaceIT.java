package dev.antiphon.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.antiphon.it.EventStream;
import dev.antiphon.it.Http;
import org.junit.jupiter.api.Test;

/** What each war says of itself: its OpenAPI document, health and metrics. */
class InterfaceIT extends OrdersContract {

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
                try (var events = new EventStream(uri(operation.pathOf(id)), null)) {
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
