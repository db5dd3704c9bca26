package dev.antiphon.events.ee.openapi;

import dev.antiphon.events.ee.http.Problem;
import jakarta.ws.rs.core.HttpHeaders;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.PathItem.HttpMethod;
import org.eclipse.microprofile.openapi.models.media.MediaType;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;

/** One operation of a document, and what can be said of it. What several operations share is kept as a component. */
public final class DocumentedOperation {

    private static final String HEADERS = "#/components/headers/";
    private static final String PROBLEM = "Problem";

    private final OpenAPI document;
    private final HttpMethod httpMethod;
    private final String path;
    private final Operation operation;
    private final Method method;

    DocumentedOperation(OpenAPI document, HttpMethod httpMethod, String path, Operation operation, Method method) {
        this.document = document;
        this.httpMethod = httpMethod;
        this.path = path;
        this.operation = operation;
        this.method = method;
    }

    /** The resource method. */
    public Method method() {
        return method;
    }

    /** Whether it changes nothing. */
    public boolean reads() {
        return httpMethod == HttpMethod.GET;
    }

    /** Whether it makes something: a POST to a place that exists without it. */
    public boolean creates() {
        return httpMethod == HttpMethod.POST && !isOfOne();
    }

    /** Whether its path names something that may not be there. */
    public boolean isOfOne() {
        return path.contains("{");
    }

    public boolean hasBody() {
        return operation.getRequestBody() != null;
    }

    /** Adds to the description. */
    public void says(String sentences) {
        var before = operation.getDescription();
        operation.setDescription(before == null || before.isBlank() ? sentences : before + "\n\n" + sentences);
    }

    /** Headers that a client may send. */
    public void takes(DocumentedHeader... headers) {
        for (var header : headers) {
            takes(Parameter.In.HEADER, header, text().addExample(header.example()));
        }
    }

    /** A whole number that the framework reads of the query. */
    public void takesInQuery(DocumentedHeader parameter) {
        takes(
                Parameter.In.QUERY,
                parameter,
                OASFactory.createSchema().addType(SchemaType.INTEGER).addExample(Long.valueOf(parameter.example())));
    }

    private void takes(Parameter.In place, DocumentedHeader header, Schema schema) {
        document.getComponents()
                .addParameter(
                        header.name(),
                        OASFactory.createParameter()
                                .name(header.name())
                                .in(place)
                                .description(header.description())
                                .schema(schema));
        operation.addParameter(OASFactory.createParameter().ref("#/components/parameters/" + header.name()));
    }

    /** The answer when all went well, as the resource method describes it. */
    public APIResponse success() {
        var responses = operation.getResponses();
        return responses.getAPIResponses().entrySet().stream()
                .filter(response -> response.getKey().startsWith("2"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseGet(() -> {
                    var ok = OASFactory.createAPIResponse().description("OK");
                    responses.addAPIResponse("200", ok);
                    return ok;
                });
    }

    /** Answers another status when all went well, unless the resource method says which one. */
    public void succeedsWith(int status) {
        var response = operation.getResponses().getAPIResponse("200");
        if (response != null) {
            operation.getResponses().removeAPIResponse("200");
            operation.getResponses().addAPIResponse(Integer.toString(status), response.description("Created"));
        }
    }

    /** An answer without a body. */
    public APIResponse answersEmpty(int status, String description) {
        var response = OASFactory.createAPIResponse().description(description);
        operation.getResponses().addAPIResponse(Integer.toString(status), response);
        return response;
    }

    /** Headers of one answer. */
    public void tells(APIResponse response, DocumentedHeader... headers) {
        for (var header : headers) {
            document.getComponents()
                    .addHeader(
                            header.name(),
                            OASFactory.createHeader()
                                    .description(header.description())
                                    .schema(text().addExample(header.example())));
            response.addHeader(header.name(), OASFactory.createHeader().ref(HEADERS + header.name()));
        }
    }

    /** A problem document, with these headers. */
    public void fails(DocumentedProblem problem, DocumentedHeader... headers) {
        var name = PROBLEM + problem.status();
        var responses = document.getComponents().getResponses();
        if (responses == null || !responses.containsKey(name)) {
            var response = OASFactory.createAPIResponse()
                    .description(problem.description() + " Types: " + types(problem) + ".")
                    .content(OASFactory.createContent()
                            .addMediaType(
                                    Problem.MEDIA_TYPE,
                                    OASFactory.createMediaType()
                                            .schema(OASFactory.createSchema().ref("#/components/schemas/" + PROBLEM))
                                            .example(example(problem))));
            tells(response, headers);
            tells(response, DocumentFilter.CACHE_CONTROL); // a problem is never kept
            if (problem.retryAfter()) {
                tells(
                        response,
                        new DocumentedHeader(HttpHeaders.RETRY_AFTER, "After how many seconds to try again.", "1"));
            }
            document.getComponents().addResponse(name, response);
        }
        operation
                .getResponses()
                .addAPIResponse(
                        Integer.toString(problem.status()),
                        OASFactory.createAPIResponse().ref("#/components/responses/" + name));
    }

    /** Whether an answer says what its body is; one whose method returns a {@code Response} does not by itself. */
    public static boolean hasSchema(APIResponse response) {
        return response.getContent() != null
                && response.getContent().getMediaTypes().values().stream()
                        .map(MediaType::getSchema)
                        .anyMatch(schema -> schema != null && (schema.getRef() != null || schema.getType() != null));
    }

    /** A schema of the document. */
    public static Schema schema(String name) {
        return OASFactory.createSchema().ref("#/components/schemas/" + name);
    }

    private static String types(DocumentedProblem problem) {
        return problem.slugs().stream()
                .map(slug -> Problem.of(problem.status(), slug, slug, null).type())
                .collect(Collectors.joining(", "));
    }

    private static Map<String, Object> example(DocumentedProblem problem) {
        var like = Problem.of(problem.status(), problem.slugs().get(0), problem.description(), null);
        var members = new LinkedHashMap<String, Object>();
        members.put("type", like.type());
        members.put("title", problem.description());
        members.put("status", like.status());
        return members;
    }

    static Schema problemSchema() {
        var place = OASFactory.createSchema()
                .addType(SchemaType.OBJECT)
                .addProperty("pointer", text().description("JSON pointer into the request's body."))
                .addProperty("detail", text().description("What is wrong there."));
        return OASFactory.createSchema()
                .addType(SchemaType.OBJECT)
                .description("A problem document (RFC 9457); some types have further members.")
                .required(List.of("type", "title", "status"))
                .addProperty("type", text().description("Stable: urn:antiphon:problem:<slug>."))
                .addProperty("title", text())
                .addProperty("status", OASFactory.createSchema().addType(SchemaType.INTEGER))
                .addProperty("detail", text().description("What happened, to what, and what to do."))
                .addProperty(
                        "errors",
                        OASFactory.createSchema()
                                .addType(SchemaType.ARRAY)
                                .description("The refused places, all at once.")
                                .items(place))
                .additionalPropertiesBoolean(true);
    }

    private static Schema text() {
        return OASFactory.createSchema().addType(SchemaType.STRING);
    }
}
