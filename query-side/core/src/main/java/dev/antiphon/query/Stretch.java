package dev.antiphon.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The rows of one page.
 *
 * @param descending whether the list itself is
 * @param backwards whether the page ends at the place, and is read from there
 * @param from the place, exclusive; empty at either end of the list
 */
record Stretch<T>(
        Class<T> row,
        String sort,
        List<SortColumn> columns,
        boolean descending,
        boolean backwards,
        List<Object> from,
        int limit) {

    /** Narrows the statement to these rows and one more, which tells whether there are others behind them. */
    void narrow(Select select) {
        var down = descending != backwards;
        if (!from.isEmpty()) {
            var places = String.join(", ", Collections.nCopies(from.size(), "?"));
            select.where("(" + names("") + ") " + (down ? "<" : ">") + " (" + places + ")", from.toArray());
        }
        select.orderBy(names(down ? " desc" : ""));
        select.limit(limit + 1);
    }

    private String names(String suffix) {
        return columns.stream().map(column -> column.column() + suffix).collect(Collectors.joining(", "));
    }

    Page<T> page(List<T> rows) {
        var more = rows.size() > limit;
        var items = new ArrayList<>(more ? rows.subList(0, limit) : rows);
        if (backwards) {
            Collections.reverse(items);
        }
        var hasPrevious = backwards ? more : !from.isEmpty();
        var hasNext = backwards || more;
        return new Page<>(
                List.copyOf(items),
                hasPrevious && !items.isEmpty() ? cursor(items.get(0)) : null,
                hasNext && !items.isEmpty() ? cursor(items.get(items.size() - 1)) : null);
    }

    private Cursor cursor(T item) {
        return new Cursor(
                sort, columns.stream().map(column -> column.write(item)).toList());
    }
}
