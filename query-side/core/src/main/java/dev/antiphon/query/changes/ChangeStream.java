package dev.antiphon.query.changes;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The changes that one client wants to be told of. A resource method that produces {@code text/event-stream} returns it,
 * and the client gets server-sent events from then on:
 *
 * <ul>
 *   <li>{@code ready} at once: what is read from now on is followed by every change to it.
 *   <li>{@code change} for each version that the projection has applied: {@code aggregateId}, {@code version}, {@code
 *       type} (of the event) and {@code row}, as it is when it is told, that is of this version or of a later one that
 *       has its own event to come. Those of one aggregate come in the order of their versions, each once.
 *   <li>{@code gone} for a version after which the row does not match {@link #where} or is no more: without {@code row}.
 *   <li>{@code reset} where changes have been missed that are no longer kept: read again.
 * </ul>
 *
 * <p>Each has an id; a client that comes back with it as {@code Last-Event-ID} (browsers do so by themselves), to whatever
 * node, misses nothing and is told nothing twice. Immutable.
 */
public final class ChangeStream<T> {

    static final String CHANGE = "change";
    static final String GONE = "gone";

    private final Pushed<T> pushed;
    private final @Nullable String aggregateId;
    private final Predicate<T> scope;
    private final Predicate<T> filter;
    private final boolean scoped;

    private ChangeStream(
            Pushed<T> pushed, @Nullable String aggregateId, Predicate<T> scope, boolean scoped, Predicate<T> filter) {
        this.pushed = pushed;
        this.aggregateId = aggregateId;
        this.scope = scope;
        this.scoped = scoped;
        this.filter = filter;
    }

    /** All changes of a projection. */
    public static <T> ChangeStream<T> of(Pushed<T> pushed) {
        return new ChangeStream<>(pushed, null, row -> true, false, row -> true);
    }

    /** The changes of one aggregate. */
    public static <T> ChangeStream<T> of(Pushed<T> pushed, String aggregateId) {
        return new ChangeStream<>(pushed, aggregateId, row -> true, false, row -> true);
    }

    /** Nothing is told of rows outside of this; for what never changes of a row, such as whom it belongs to. */
    public ChangeStream<T> within(Predicate<T> itsScope) {
        return new ChangeStream<>(pushed, aggregateId, scope.and(itsScope), true, filter);
    }

    /** Rows that do not match are told as {@code gone}; for what may change of a row. */
    public ChangeStream<T> where(Predicate<T> itsFilter) {
        return new ChangeStream<>(pushed, aggregateId, scope, scoped, filter.and(itsFilter));
    }

    Pushed<T> pushed() {
        return pushed;
    }

    @Nullable String aggregateId() {
        return aggregateId;
    }

    boolean concerns(Change change) {
        return change.projection().equals(pushed.projection())
                && (aggregateId == null || aggregateId.equals(change.aggregateId()));
    }

    /** How a change is told; null where it is not. Of a row that is no more nobody knows the scope. */
    @Nullable String event(@Nullable T row) {
        if (row == null) {
            return scoped ? null : GONE;
        }
        return !scope.test(row) ? null : filter.test(row) ? CHANGE : GONE;
    }
}
