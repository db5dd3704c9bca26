package dev.antiphon.command.ee.openapi;

import dev.antiphon.command.ee.http.ReadModelAt;
import dev.antiphon.events.ConsistencyToken;
import dev.antiphon.events.ee.http.AnswerHeaders;
import dev.antiphon.events.ee.openapi.DocumentFilter;
import dev.antiphon.events.ee.openapi.DocumentedHeader;
import dev.antiphon.events.ee.openapi.DocumentedOperation;
import dev.antiphon.events.ee.openapi.DocumentedProblem;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;

/**
 * The document of a write side: commands, which answer the version that they made, and what can be read of the write
 * store. Set as the filter of the plugin that makes the document.
 */
public class CommandDocument extends DocumentFilter {

    private static final String ANSWER = "CommandAnswer";

    private static final DocumentedHeader FRESHNESS = new DocumentedHeader(
            AnswerHeaders.DATA_FRESHNESS,
            "immediate: the answer comes from the write store, or tells what was committed there.",
            "immediate");

    private static final DocumentedHeader[] ALWAYS = {FRESHNESS, CORRELATION_ID};

    private static final DocumentedHeader VERSION = new DocumentedHeader(
            AnswerHeaders.AGGREGATE_VERSION, "The version of the aggregate; every event has its own.", "2");

    private static final DocumentedHeader ETAG = new DocumentedHeader(
            HttpHeaders.ETAG,
            "The version in quotes; a command takes it in If-Match, a GET in If-None-Match.",
            "\"2\"");

    private static final DocumentedHeader TOKEN = new DocumentedHeader(
            ConsistencyToken.HEADER,
            "Shown to a query of the read model, it makes that wait until it reflects this command.",
            "b3JkZXIvZGVtby0x.2");

    private static final DocumentedHeader READ_MODEL = new DocumentedHeader(
            HttpHeaders.LINK,
            "Where the read model shows the aggregate, with rel=\"alternate\".",
            "</read/orders/demo-1/summary>; rel=\"alternate\"; title=\"read model\"");

    private static final DocumentedHeader LOCATION = new DocumentedHeader(
            HttpHeaders.LOCATION, "Where what was made can be read, immediately.", "/orders/demo-1");

    private static final DocumentedHeader REPLAYED = new DocumentedHeader(
            "Idempotency-Replayed",
            "true where this is the answer of an earlier request with the same Idempotency-Key.",
            "true");

    private static final DocumentedHeader IDEMPOTENCY_KEY = new DocumentedHeader(
            "Idempotency-Key",
            "1 to 255 printable ASCII characters. Repeated with the same key and body, the command takes effect once and"
                    + " its first answer is given again.",
            "17850-2010-12-01-1");

    private static final DocumentedHeader IF_MATCH = new DocumentedHeader(
            HttpHeaders.IF_MATCH,
            "ETags of the write store or of the read model, with commas between, or *: the command counts only for these"
                    + " versions.",
            "\"2\"");

    private static final DocumentedHeader TRACEPARENT = new DocumentedHeader(
            "traceparent",
            "Of W3C Trace Context; continued by command, event and projection.",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");

    private static final DocumentedProblem UNREADABLE = DocumentedProblem.of(
            400,
            "The request cannot be understood; errors names the places.",
            "malformed-json",
            "invalid-text",
            "unreadable-body",
            "invalid-idempotency-key",
            "invalid-if-match");

    private static final DocumentedProblem NOT_FOUND =
            DocumentedProblem.of(404, "There is no such aggregate.", "not-found");

    private static final DocumentedProblem CONFLICT = DocumentedProblem.of(
                    409,
                    "It exists already, the first request with this Idempotency-Key is still running, or others changed it"
                            + " again and again.",
                    "already-exists",
                    "command-in-progress",
                    "conflict")
            .withRetryAfter();

    private static final DocumentedProblem MOVED = DocumentedProblem.of(
            412, "The aggregate has another version than If-Match says; nothing has changed.", "version-moved");

    private static final DocumentedProblem TOO_LARGE =
            DocumentedProblem.of(413, "The body is larger than this server takes.", "body-too-large");

    private static final DocumentedProblem NO_JSON =
            DocumentedProblem.of(415, "The body is no JSON.", "unsupported-media-type");

    private static final DocumentedProblem REFUSED = DocumentedProblem.of(
            422,
            "A rule of the domain forbids it; nothing has changed. Rules have types of their own.",
            "invalid-command",
            "event-too-large",
            "idempotency-key-reused");

    private static final DocumentedProblem AWAY = DocumentedProblem.of(
                    503, "The write store is away; nothing has changed.", "database-unavailable")
            .withRetryAfter();

    @Override
    protected void describe(DocumentedOperation operation) {
        operation.takes(CORRELATION_ID);
        if (operation.reads()) {
            describeRead(operation);
        } else {
            describeCommand(operation);
        }
        operation.fails(UNREADABLE, ALWAYS);
        if (operation.isOfOne()) {
            operation.fails(NOT_FOUND, ALWAYS);
        }
        operation.fails(AWAY, ALWAYS);
        failsAsAnyDoes(operation, ALWAYS);
    }

    private static void describeRead(DocumentedOperation operation) {
        operation.says("**Immediate**: answers from the write store, without any wait.");
        operation.takes(IF_NONE_MATCH);
        operation.tells(operation.success(), ALWAYS);
        operation.tells(operation.success(), VERSION, ETAG);
        var unchanged = operation.answersEmpty(304, "What If-None-Match names is still true.");
        operation.tells(unchanged, ALWAYS);
        operation.tells(unchanged, VERSION, ETAG);
    }

    private static void describeCommand(DocumentedOperation operation) {
        operation.says(
                "**Immediate**: when it is answered, the change is committed, and its event with it. The read model"
                        + " follows; a query there that is shown the Consistency-Token waits for it.");
        operation.takes(IDEMPOTENCY_KEY, IF_MATCH, TRACEPARENT);
        if (operation.creates()) {
            operation.succeedsWith(201);
        }
        var success = operation.success();
        if (!DocumentedOperation.hasSchema(success)) {
            success.content(OASFactory.createContent()
                    .addMediaType(
                            MediaType.APPLICATION_JSON,
                            OASFactory.createMediaType().schema(DocumentedOperation.schema(ANSWER))));
        }
        operation.tells(success, ALWAYS);
        operation.tells(success, VERSION, ETAG, TOKEN, REPLAYED);
        if (operation.creates()) {
            operation.tells(success, LOCATION);
        }
        if (operation.method().getDeclaringClass().isAnnotationPresent(ReadModelAt.class)) {
            operation.tells(success, READ_MODEL);
        }
        operation.fails(CONFLICT, FRESHNESS, CORRELATION_ID, REPLAYED);
        operation.fails(MOVED, FRESHNESS, CORRELATION_ID, ETAG);
        operation.fails(REFUSED, FRESHNESS, CORRELATION_ID, REPLAYED);
        if (operation.hasBody()) {
            operation.fails(TOO_LARGE, ALWAYS);
            operation.fails(NO_JSON, ALWAYS);
        }
    }

    @Override
    protected void complete(OpenAPI document) {
        document.getComponents()
                .addSchema(
                        ANSWER,
                        OASFactory.createSchema()
                                .addType(SchemaType.OBJECT)
                                .addProperty("id", OASFactory.createSchema().addType(SchemaType.STRING))
                                .addProperty(
                                        "version",
                                        OASFactory.createSchema()
                                                .addType(SchemaType.INTEGER)
                                                .format("int64"))
                                .addExample(Map.of("id", "demo-1", "version", 2)));
    }
}
