package dev.antiphon.query.changes;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Which changes a reader has seen: all up to a floor, and above it some ranges, since ids become visible out of order.
 * Its text is {@code 1040+1042-1500}. Immutable.
 */
final class Position {

    /** A range of ids, both ends included. */
    record Range(long first, long last) {}

    private static final Pattern FORM = Pattern.compile("\\d{1,18}(?:\\+\\d{1,18}(?:-\\d{1,18})?){0,200}");

    private final long floor;

    /** Rising, with at least one id between each other and above the floor. */
    private final List<Range> above;

    private Position(long floor, List<Range> above) {
        this.floor = floor;
        this.above = List.copyOf(above);
    }

    /** All up to and including an id. */
    static Position upTo(long floor) {
        return new Position(floor, List.of());
    }

    /**
     * Reads what {@link #toString()} wrote.
     *
     * @throws IllegalArgumentException if it is no such text
     */
    static Position parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("No position");
        }
        var parts = text.split("\\+");
        var position = upTo(Long.parseLong(parts[0]));
        for (var i = 1; i < parts.length; i++) {
            var ends = parts[i].split("-");
            var first = Long.parseLong(ends[0]);
            var last = Long.parseLong(ends[ends.length - 1]);
            if (first <= position.highest() + 1 || last < first) {
                throw new IllegalArgumentException("No position");
            }
            var above = new ArrayList<>(position.above);
            above.add(new Range(first, last));
            position = new Position(position.floor, above);
        }
        return position;
    }

    /** Everything up to here has been seen, or will never come. */
    long floor() {
        return floor;
    }

    /** The highest id that was seen. */
    long highest() {
        return above.isEmpty() ? floor : above.get(above.size() - 1).last();
    }

    boolean contains(long id) {
        return id <= floor || above.stream().anyMatch(range -> range.first() <= id && id <= range.last());
    }

    /** What is missing below the highest id. */
    List<Range> gaps() {
        var gaps = new ArrayList<Range>();
        var before = floor;
        for (var range : above) {
            gaps.add(new Range(before + 1, range.first() - 1));
            before = range.last();
        }
        return gaps;
    }

    /** With one id more. */
    Position with(long id) {
        return with(new Range(id, id));
    }

    /** With all ids of a range. */
    Position with(Range added) {
        var first = added.first();
        var last = added.last();
        var all = new ArrayList<Range>();
        for (var range : above) {
            if (range.last() < first - 1 || range.first() > last + 1) {
                all.add(range);
            } else {
                first = Math.min(first, range.first());
                last = Math.max(last, range.last());
            }
        }
        if (first <= floor + 1) {
            return new Position(Math.max(floor, last), all);
        }
        var place = 0;
        while (place < all.size() && all.get(place).first() < first) {
            place++;
        }
        all.add(place, new Range(first, last));
        return new Position(floor, all);
    }

    /** All that one of the two has seen. */
    Position and(Position other) {
        var both = other.floor > floor ? with(new Range(floor + 1, other.floor)) : this;
        for (var range : other.above) {
            both = both.with(range);
        }
        return both;
    }

    /** The form on the wire. */
    @Override
    public String toString() {
        var text = new StringBuilder().append(floor);
        for (var range : above) {
            text.append('+').append(range.first());
            if (range.last() > range.first()) {
                text.append('-').append(range.last());
            }
        }
        return text.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Position position && position.floor == floor && position.above.equals(above);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(floor) * 31 + above.hashCode();
    }
}
