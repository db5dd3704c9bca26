package dev.antiphon.query.ee.openapi;

import dev.antiphon.events.ConsistencyToken;
import dev.antiphon.events.ee.http.AnswerHeaders;
import dev.antiphon.events.ee.openapi.DocumentFilter;
import dev.antiphon.events.ee.openapi.DocumentedHeader;
import dev.antiphon.events.ee.openapi.DocumentedOperation;
import dev.antiphon.events.ee.openapi.DocumentedProblem;
import dev.antiphon.query.Cursor;
import dev.antiphon.query.Page;
import dev.antiphon.query.ReadModel;
import dev.antiphon.query.changes.ChangeStream;
import dev.antiphon.query.changes.Pushed;
import dev.antiphon.query.waiting.MinVersion;
import dev.antiphon.query.waiting.Preferences;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.lang.reflect.ParameterizedType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;

/**
 * The document of a read side: queries, with what {@link ReadModel} says of each, lists and streams of changes. Set as the
 * filter of the plugin that makes the document.
 */
public class QueryDocument extends DocumentFilter {

    private static final DocumentedHeader FRESHNESS = new DocumentedHeader(
            AnswerHeaders.DATA_FRESHNESS, "eventual: the answer comes from the read model.", "eventual");

    private static final DocumentedHeader VARY =
            new DocumentedHeader(HttpHeaders.VARY, "What the answer depends on.", "Consistency-Token, Prefer");

    private static final DocumentedHeader APPLIED = new DocumentedHeader(
            Preferences.APPLIED, "Which of the preferences of a query that waited counted.", "wait=2");

    private static final DocumentedHeader[] ALWAYS = {FRESHNESS, CORRELATION_ID, VARY, APPLIED};

    private static final DocumentedHeader STALE = new DocumentedHeader(
            AnswerHeaders.DATA_STALE,
            "On an answer that is older than asked for, which only handling=lenient allows: both versions.",
            "requested=9; visible=7");

    private static final DocumentedHeader ETAG = new DocumentedHeader(
            HttpHeaders.ETAG,
            "Of the content, with its version before a dot where it has one; a query takes it in If-None-Match, a command in"
                    + " If-Match.",
            "\"7.Cru1S20uZfb6\"");

    private static final DocumentedHeader[] OF_ONE_VERSION = {
        new DocumentedHeader(AnswerHeaders.AGGREGATE_VERSION, "The version that the row reflects.", "7"),
        new DocumentedHeader(
                AnswerHeaders.APPLIED_AT, "When the projection applied that version.", "2026-12-01T15:39:10.479587Z"),
        new DocumentedHeader(AnswerHeaders.DATA_AGE, "How many seconds before the answer that was.", "0.031")
    };

    private static final DocumentedHeader PAGES = new DocumentedHeader(
            HttpHeaders.LINK,
            "The pages beside this one, rel=\"next\" and rel=\"prev\"; absent where there is none.",
            "</read/orders?limit=50&after=AgAL>; rel=\"next\"");

    private static final DocumentedHeader TOKENS = new DocumentedHeader(
            ConsistencyToken.HEADER,
            "Of answers to commands, with commas between: the query waits until it reflects them.",
            "b3JkZXIvZGVtby0x.7");

    private static final DocumentedHeader PREFER = new DocumentedHeader(
            Preferences.HEADER,
            "wait=N: how many seconds to wait at most. handling=lenient: past that rather what is there than 503.",
            "wait=2, handling=lenient");

    private static final DocumentedHeader MIN_VERSION = new DocumentedHeader(
            MinVersion.PARAMETER, "The query waits until the row reflects this version of its aggregate.", "1");

    private static final DocumentedHeader LAST_EVENT_ID = new DocumentedHeader(
            HttpHeaders.LAST_EVENT_ID_HEADER,
            "The id of the last event that the client has seen: it is told all that has happened since.",
            "0410e87d.2");

    private static final DocumentedProblem INVALID = DocumentedProblem.of(
            400, "A parameter or header cannot be used; the document names it.", "invalid-parameter", "invalid-text");

    private static final DocumentedProblem NOT_FOUND = DocumentedProblem.of(
            404, "The read model holds no such row: there is none, or its event has not arrived yet.", "not-found");

    private static final DocumentedProblem NOT_NOW = DocumentedProblem.of(
                    503,
                    "The version has not come in time, the read model is away or too slow, or too many are waiting.",
                    "not-yet-visible",
                    "database-unavailable",
                    "query-timeout",
                    "too-many-waiting",
                    "too-many-listening")
            .withRetryAfter();

    private static final String CURSOR = Cursor.class.getSimpleName();

    private final Set<String> hidden = new HashSet<>();

    @Override
    protected void describe(DocumentedOperation operation) {
        operation.takes(CORRELATION_ID);
        var model = operation.method().getAnnotation(ReadModel.class);
        if (model == null) {
            operation.says("**Eventual**: of the read side, and of no projection in particular.");
            operation.tells(operation.success(), FRESHNESS, CORRELATION_ID);
        } else {
            describe(operation, model);
        }
        operation.fails(INVALID, ALWAYS);
        if (model != null && !model.aggregate().isEmpty()) {
            operation.fails(NOT_FOUND, ALWAYS);
        }
        operation.fails(NOT_NOW, ALWAYS);
        failsAsAnyDoes(operation, ALWAYS);
    }

    private void describe(DocumentedOperation operation, ReadModel model) {
        operation.says(consistency(model));
        operation.takes(TOKENS, PREFER);
        if (!model.aggregate().isEmpty()) {
            operation.takesInQuery(MIN_VERSION);
        }
        var success = operation.success();
        operation.tells(success, ALWAYS);
        operation.tells(success, STALE, CACHE_CONTROL);
        if (operation.method().getReturnType() == ChangeStream.class) {
            describeStream(operation);
            return;
        }
        operation.takes(IF_NONE_MATCH);
        var unchanged = operation.answersEmpty(304, "What If-None-Match names is still true.");
        operation.tells(unchanged, ALWAYS);
        operation.tells(unchanged, STALE, CACHE_CONTROL);
        for (var response : List.of(success, unchanged)) {
            operation.tells(response, ETAG);
            if (!model.aggregate().isEmpty()) {
                operation.tells(response, OF_ONE_VERSION);
            }
        }
        if (operation.method().getReturnType() == Page.class) {
            describePage(operation);
        }
    }

    private static String consistency(ReadModel model) {
        var words = new StringBuilder("**Eventual**: answers from the read model ")
                .append(model.projection())
                .append(", which may be a moment behind the write store. With a Consistency-Token");
        if (!model.aggregate().isEmpty()) {
            words.append(" or minVersion");
        }
        words.append(" it waits, bounded, until it reflects that.");
        if (!model.immediate().isEmpty()) {
            words.append(" Without any wait: ").append(model.immediate()).append('.');
        }
        return words.toString();
    }

    private void describeStream(DocumentedOperation operation) {
        hidden.add(ChangeStream.class.getSimpleName() + row(operation));
        hidden.add(Pushed.class.getSimpleName() + row(operation));
        operation.takes(LAST_EVENT_ID);
        operation.says("Server-sent events, until the client goes: `ready` at once; `change` for each version, with"
                + " aggregateId, version, type and row; `gone` where the row has left the list; `reset` where changes were"
                + " missed that are no longer kept: read again.");
        operation
                .success()
                .content(OASFactory.createContent()
                        .addMediaType(
                                MediaType.SERVER_SENT_EVENTS,
                                OASFactory.createMediaType()
                                        .schema(OASFactory.createSchema().addType(SchemaType.STRING))
                                        .example(
                                                "id: 0410e87d.2\nevent: change\ndata: {\"aggregateId\":\"demo-1\",\"version\":2,"
                                                        + "\"type\":\"order.confirmed\",\"row\":{}}\n\n")));
    }

    /** A list is an array of its rows. */
    private void describePage(DocumentedOperation operation) {
        var row = row(operation);
        hidden.add(Page.class.getSimpleName() + row);
        operation.tells(operation.success(), PAGES);
        operation
                .success()
                .content(OASFactory.createContent()
                        .addMediaType(
                                MediaType.APPLICATION_JSON,
                                OASFactory.createMediaType()
                                        .schema(OASFactory.createSchema()
                                                .addType(SchemaType.ARRAY)
                                                .items(DocumentedOperation.schema(row)))));
    }

    private static String row(DocumentedOperation operation) {
        var type = (ParameterizedType) operation.method().getGenericReturnType();
        return ((Class<?>) type.getActualTypeArguments()[0]).getSimpleName();
    }

    /** What the scanner found inside of pages and streams, which no client sees. */
    @Override
    protected void complete(OpenAPI document) {
        document.getComponents().getSchemas().keySet().stream()
                .filter(hidden::contains)
                .toList()
                .forEach(document.getComponents()::removeSchema);
        if (document.getComponents().getSchemas().containsKey(CURSOR)) {
            document.getComponents()
                    .addSchema(
                            CURSOR,
                            OASFactory.createSchema()
                                    .addType(SchemaType.STRING)
                                    .description("A place in a list; opaque, of its links."));
        }
    }
}
