package dev.antiphon.query;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How clients may page through a list: by keyset, so that a page costs the same wherever it lies, and rows that are
 * written meanwhile neither repeat nor skip others.
 *
 * <p>Columns are named by the components of the row, {@code totalMinor} for column {@code total_minor}, and must never
 * be null. Whatever a client sorts by, the key decides between equals; so a list needs an index of its filters, the
 * column and the key, in this order, for each column it may be sorted by. Safe for many threads.
 *
 * <pre>{@code
 * Paging.by(OrderSummary.class, "orderId").sortedBy("-orderedAt", "totalMinor").pagesOf(50, 500)
 * }</pre>
 */
public final class Paging<T> {

    private static final String DESCENDING = "-";
    private static final int USUAL_LIMIT = 50;
    private static final int HIGHEST_LIMIT = 500;
    private static final String A_CURSOR = "the cursor of a rel=\"next\" or rel=\"prev\" link of this list, unchanged";

    private final Class<T> row;
    private final List<SortColumn> key;
    private final Set<String> sorts;
    private final String usualSort;
    private final int usualLimit;
    private final int highestLimit;

    private Paging(
            Class<T> row, List<SortColumn> key, Set<String> sorts, String usualSort, int usualLimit, int highestLimit) {
        this.row = row;
        this.key = key;
        this.sorts = sorts;
        this.usualSort = usualSort;
        this.usualLimit = usualLimit;
        this.highestLimit = highestLimit;
    }

    /**
     * Pages of 50 rows, 500 at most, in the order of the key.
     *
     * @param key components that tell every row from every other
     * @throws IllegalArgumentException if the row is no record, or has no such component
     */
    public static <T> Paging<T> by(Class<T> row, String... key) {
        var columns = Stream.of(key).map(name -> SortColumn.of(row, name)).toList();
        if (columns.isEmpty()) {
            throw new IllegalArgumentException(
                    "A list of " + row.getName() + " is paged by a key: name its components.");
        }
        return new Paging<>(row, columns, Set.of(key[0]), key[0], USUAL_LIMIT, HIGHEST_LIMIT);
    }

    /**
     * What clients may sort by.
     *
     * @param usual the order when they say nothing; with {@code -} before it, the highest first
     */
    public Paging<T> sortedBy(String usual, String... others) {
        var allowed = new LinkedHashSet<String>();
        Stream.concat(Stream.of(usual), Stream.of(others)).map(Paging::name).forEach(allowed::add);
        allowed.forEach(name -> SortColumn.of(row, name));
        return new Paging<>(row, key, allowed, usual, usualLimit, highestLimit);
    }

    /** Rows of a page: when the client says nothing, and at most. */
    public Paging<T> pagesOf(int usual, int highest) {
        return new Paging<>(row, key, sorts, usualSort, usual, highest);
    }

    /** @throws InvalidParameterException if the client asks for what this list does not have */
    Stretch<T> stretch(PageRequest request) {
        if (request.after() != null && request.before() != null) {
            throw InvalidParameterException.refused(
                    PageRequest.BEFORE, "Parameter before cannot be used together with after.");
        }
        var place = Optional.ofNullable(request.after()).or(() -> Optional.ofNullable(request.before()));
        var parameter = request.before() == null ? PageRequest.AFTER : PageRequest.BEFORE;
        var sort = sort(request, place, parameter);
        var limit = request.limit() == null
                ? usualLimit
                : Parameters.between(1, highestLimit, PageRequest.LIMIT, request.limit());
        var columns = columns(name(sort));
        return new Stretch<>(
                row,
                sort,
                columns,
                sort.startsWith(DESCENDING),
                request.before() != null,
                place.map(cursor -> values(columns, cursor, parameter)).orElse(List.of()),
                limit);
    }

    private String sort(PageRequest request, Optional<Cursor> place, String parameter) {
        if (request.sort() != null && !sorts.contains(name(request.sort()))) {
            throw new InvalidParameterException(
                    PageRequest.SORT,
                    "one of " + sorts.stream().collect(Collectors.joining(", ")) + ", or one of them after a minus");
        }
        var sort = Objects.requireNonNullElse(
                request.sort(), place.map(Cursor::sort).orElse(usualSort));
        if (place.isPresent() && (!place.get().sort().equals(sort) || !sorts.contains(name(sort)))) {
            throw new InvalidParameterException(parameter, A_CURSOR + ", with the same sort");
        }
        return sort;
    }

    private List<SortColumn> columns(String first) {
        var columns = new ArrayList<SortColumn>();
        columns.add(SortColumn.of(row, first));
        key.stream().filter(column -> !column.name().equals(first)).forEach(columns::add);
        return columns;
    }

    private static List<Object> values(List<SortColumn> columns, Cursor place, String parameter) {
        if (place.values().size() != columns.size()) {
            throw new InvalidParameterException(parameter, A_CURSOR);
        }
        var values = new ArrayList<>();
        for (var i = 0; i < columns.size(); i++) {
            try {
                values.add(columns.get(i).read(place.values().get(i)));
            } catch (RuntimeException e) {
                throw new InvalidParameterException(parameter, A_CURSOR);
            }
        }
        return values;
    }

    private static String name(String sort) {
        return sort.startsWith(DESCENDING) ? sort.substring(DESCENDING.length()) : sort;
    }
}
