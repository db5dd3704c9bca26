package dev.antiphon.events.ee.openapi;

import jakarta.ws.rs.core.HttpHeaders;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;

/**
 * Completes the document that the build makes of a war's resource methods with what the framework does to each of them:
 * consistency, headers, problem documents. Runs in the build alone; nothing at run time needs its classes.
 *
 * <p>Needs operation ids of the strategy {@code PACKAGE_CLASS_METHOD}, by which it finds the methods; the document has them
 * without the package.
 */
public abstract class DocumentFilter implements OASFilter {

    /** Answered by both sides, whatever happens. */
    protected static final DocumentedHeader CORRELATION_ID = new DocumentedHeader(
            "Correlation-Id", "Of everything that this request sets off; made where it is not given.", "readme-1");

    protected static final DocumentedHeader IF_NONE_MATCH = new DocumentedHeader(
            HttpHeaders.IF_NONE_MATCH, "An ETag that was answered before; 304 where it is still true.", "\"7\"");

    protected static final DocumentedHeader CACHE_CONTROL =
            new DocumentedHeader(HttpHeaders.CACHE_CONTROL, "Whether it may be kept.", "no-cache");

    private static final DocumentedProblem NOT_ACCEPTABLE =
            DocumentedProblem.of(406, "What the header Accept asks for is not written here.", "not-acceptable");

    private static final DocumentedProblem FAULT =
            DocumentedProblem.of(500, "The server failed; the fault is in its log.", "internal-error");

    /** Says what this side does to an operation. */
    protected abstract void describe(DocumentedOperation operation);

    @Override
    public final void filterOpenAPI(OpenAPI document) {
        if (document.getComponents() == null) {
            document.setComponents(OASFactory.createComponents());
        }
        document.getComponents().addSchema("Problem", DocumentedOperation.problemSchema());
        document.getPaths()
                .getPathItems()
                .forEach((path, item) -> item.getOperations()
                        .forEach((httpMethod, operation) -> describe(
                                new DocumentedOperation(document, httpMethod, path, operation, method(operation)))));
        complete(document);
    }

    /** After all operations. */
    protected void complete(OpenAPI document) {}

    /** The problems of any operation, each with these headers. */
    protected static void failsAsAnyDoes(DocumentedOperation operation, DocumentedHeader... headers) {
        operation.fails(NOT_ACCEPTABLE, headers);
        operation.fails(FAULT, headers);
    }

    private Method method(Operation operation) {
        var id = operation.getOperationId();
        var split = id.lastIndexOf('_');
        try {
            var type = Class.forName(id.substring(0, split), false, getClass().getClassLoader());
            operation.setOperationId(type.getSimpleName() + id.substring(split));
            var found = Arrays.stream(type.getDeclaredMethods())
                    .filter(method -> method.getName().equals(id.substring(split + 1)) && !method.isBridge())
                    .toList();
            if (found.size() != 1) {
                throw new IllegalStateException(
                        type.getName() + " has " + found.size() + " methods " + id.substring(split + 1)
                                + ": give each resource method a name of its own, which is its operation's id, too.");
            }
            return found.get(0);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("The class of operation " + id + " cannot be loaded", e);
        }
    }
}
