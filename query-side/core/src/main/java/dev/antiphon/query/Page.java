package dev.antiphon.query;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list; answered as an array, with {@code Link: …; rel="next"} where more follows.
 *
 * @param items in the order of the list
 * @param next where the next page begins; null on the last one
 */
public record Page<T>(List<T> items, @Nullable Cursor next) {

    /** The query parameter that takes a cursor back. */
    public static final String AFTER = "after";
}
