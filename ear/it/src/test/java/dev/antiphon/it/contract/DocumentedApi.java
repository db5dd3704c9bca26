package dev.antiphon.it.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.antiphon.it.Http;
import io.swagger.v3.parser.OpenAPIV3Parser;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A client that knows a war by its OpenAPI document alone. */
final class DocumentedApi {

    private static final String JSON = "application/json";

    private final Http http;
    private final JsonNode document;
    private final String root;

    private DocumentedApi(Http http, JsonNode document) {
        this.http = http;
        this.document = document;
        this.root = document.path("servers").path(0).path("url").asText();
    }

    /** Reads the document of a war, which must be valid. */
    static DocumentedApi of(Http http, String war) {
        var answer = http.get(war + "/openapi");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).startsWith(JSON);
        assertThat(new OpenAPIV3Parser().readContents(answer.body()).getMessages())
                .isEmpty();
        var api = new DocumentedApi(http, answer.json());
        assertThat(api.root).isEqualTo(war);
        return api;
    }

    /** One operation. */
    final class Operation {

        private final String method;
        private final String path;
        private final JsonNode described;

        private Operation(String method, String path, JsonNode described) {
            this.method = method;
            this.path = path;
            this.described = described;
        }

        /** The first part of its path, which names what it is about. */
        String subject() {
            return path.split("/")[1];
        }

        boolean makesOne() {
            return method.equals("POST") && !path.contains("{");
        }

        boolean isStream() {
            return described.path("responses").path("200").path("content").has("text/event-stream");
        }

        boolean hasBody() {
            return described.has("requestBody");
        }

        String description() {
            return described.path("description").asText();
        }

        String pathOf(String id) {
            return root + path.replace("{id}", id);
        }

        /** Sends the example of the document, in which the id of what it makes is this one. */
        Http.Answer call(String id) {
            return hasBody() ? send(id, example(id).toString()) : send(id, "");
        }

        Http.Answer send(String id, String body) {
            return method.equals("GET")
                    ? http.get(pathOf(id))
                    : http.send(method, pathOf(id), body, "Content-Type", JSON);
        }

        private JsonNode example(String id) {
            var schema = resolved(
                    described.path("requestBody").path("content").path(JSON).path("schema"));
            ObjectNode example = schema.path("examples").path(0).deepCopy();
            var idName = subject().replaceFirst("s$", "Id");
            return example.has(idName) ? example.put(idName, id) : example;
        }

        /** Every answer names its freshness. */
        void documentsItsFreshness() {
            described
                    .path("responses")
                    .forEach(response -> assertThat(
                                    resolved(response).path("headers").has("X-Data-Freshness"))
                            .as(this + " " + response)
                            .isTrue());
        }

        /** Status, media type and headers of an answer are in the document. */
        void documents(int status, UnaryOperator<String> header) {
            var response = resolved(described.path("responses").path(Integer.toString(status)));
            assertThat(response.isMissingNode()).as(this + " " + status).isFalse();
            assertThat(names(response.path("content")))
                    .as(this + " " + status)
                    .contains(header.apply("Content-Type").split(";")[0]);
            assertThat(names(document.path("components").path("headers")).stream()
                            .filter(name -> !header.apply(name).isEmpty()))
                    .as(this + " " + status)
                    .contains("X-Data-Freshness", "Correlation-Id")
                    .isSubsetOf(names(response.path("headers")));
        }

        @Override
        public String toString() {
            return method + " " + root + path;
        }
    }

    List<Operation> operations() {
        var operations = new ArrayList<Operation>();
        document.path("paths")
                .fields()
                .forEachRemaining(path -> path.getValue()
                        .fields()
                        .forEachRemaining(method -> operations.add(new Operation(
                                method.getKey().toUpperCase(Locale.ROOT), path.getKey(), method.getValue()))));
        return operations;
    }

    /** Makes one of what the subject is about, if this war can. */
    void make(String subject, String id) {
        var answer = maker(subject).map(operation -> operation.call(id));
        answer.ifPresent(made -> assertThat(made.status()).as(made.body()).isEqualTo(201));
    }

    private Optional<Operation> maker(String subject) {
        return operations().stream()
                .filter(operation -> operation.makesOne() && operation.subject().equals(subject))
                .findFirst();
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.path("$ref").asText().substring(1)) : node;
    }

    private static List<String> names(JsonNode node) {
        var names = new ArrayList<String>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
