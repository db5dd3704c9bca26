package dev.antiphon.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement whose conditions depend on what the client asked for. Values never become part of the text. For one
 * thread.
 */
public final class Select {

    private final String from;
    private final List<String> conditions = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();
    private String order = "";
    private String limit = "";

    private Select(String from) {
        this.from = from;
    }

    /** Begins with {@code select … from …}, without conditions. */
    public static Select of(String from) {
        return new Select(from);
    }

    /** A condition with one {@code ?}; left out where the value is null. */
    public Select filter(String condition, @Nullable Object value) {
        return value == null ? this : where(condition, value);
    }

    /** A condition that always holds. */
    public Select where(String condition, Object... itsValues) {
        conditions.add(condition);
        values.addAll(Arrays.asList(itsValues));
        return this;
    }

    /** What to order by. */
    public Select orderBy(String columns) {
        order = " order by " + columns;
        return this;
    }

    void limit(int rows) {
        limit = " limit " + rows;
    }

    String sql() {
        return from + (conditions.isEmpty() ? "" : " where " + String.join(" and ", conditions)) + order + limit;
    }

    Object[] values() {
        return values.toArray();
    }
}
