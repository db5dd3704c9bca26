package dev.antiphon.query.ee;

import dev.antiphon.query.Cursor;
import dev.antiphon.query.PageRequest;
import jakarta.ws.rs.QueryParam;
import org.jspecify.annotations.Nullable;

/**
 * The query parameters of a list that is read page by page: {@code sort}, {@code after}, {@code before} and
 * {@code limit}. A resource method takes them as one {@code @BeanParam} and hands {@link #request()} to the store.
 */
public class PageParameters {

    @QueryParam(PageRequest.SORT)
    @Nullable String sort;

    @QueryParam(PageRequest.AFTER)
    @Nullable Cursor after;

    @QueryParam(PageRequest.BEFORE)
    @Nullable Cursor before;

    @QueryParam(PageRequest.LIMIT)
    @Nullable Integer limit;

    /** What the client asks for. */
    public PageRequest request() {
        return new PageRequest(sort == null || sort.isBlank() ? null : sort, after, before, limit);
    }
}
