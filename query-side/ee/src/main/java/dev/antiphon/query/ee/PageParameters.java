package dev.antiphon.query.ee;

import dev.antiphon.query.Cursor;
import dev.antiphon.query.PageRequest;
import jakarta.ws.rs.QueryParam;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * The query parameters of a list that is read page by page: {@code sort}, {@code after}, {@code before} and
 * {@code limit}. A resource method takes them as one {@code @BeanParam} and hands {@link #request()} to the store.
 */
public class PageParameters {

    @QueryParam(PageRequest.SORT)
    @Parameter(description = "A column of the list that may be sorted by; with a minus before it the highest first.")
    @Nullable String sort;

    @QueryParam(PageRequest.AFTER)
    @Parameter(description = "The page behind this place, as rel=\"next\" links to it.")
    @Nullable Cursor after;

    @QueryParam(PageRequest.BEFORE)
    @Parameter(description = "The page in front of this place, as rel=\"prev\" links to it.")
    @Nullable Cursor before;

    @QueryParam(PageRequest.LIMIT)
    @Parameter(description = "Rows of the page at most.")
    @Nullable Integer limit;

    /** What the client asks for. */
    public PageRequest request() {
        return new PageRequest(sort == null || sort.isBlank() ? null : sort, after, before, limit);
    }
}
