package dev.antiphon.query;

import org.jspecify.annotations.Nullable;

/**
 * Which part of a list a client asks for; what is null takes the list's own default, see {@link Paging}.
 *
 * @param sort a column of the list's whitelist, with {@code -} before it for the highest first
 * @param after the page behind this place
 * @param before the page in front of this place; not together with {@code after}
 * @param limit rows of the page at most
 */
public record PageRequest(
        @Nullable String sort,
        @Nullable Cursor after,
        @Nullable Cursor before,
        @Nullable Integer limit) {

    /** The query parameter of each component. */
    public static final String SORT = "sort";

    public static final String AFTER = "after";
    public static final String BEFORE = "before";
    public static final String LIMIT = "limit";
}
