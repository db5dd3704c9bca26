package dev.antiphon.query;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list; answered as an array, with {@code Link: …; rel="next"} and {@code rel="prev"} to the parts beside it.
 *
 * @param items in the order of the list
 * @param previous where the page before this one ends; null on the first one
 * @param next where the next page begins; null on the last one
 */
public record Page<T>(
        List<T> items, @Nullable Cursor previous, @Nullable Cursor next) {}
