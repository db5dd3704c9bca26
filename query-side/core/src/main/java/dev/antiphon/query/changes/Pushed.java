package dev.antiphon.query.changes;

import java.util.function.Function;

/**
 * What clients are told of a projection with {@code pushed}: its rows.
 *
 * @param projection the projection's name; told are the changes of the version that readers were switched to
 * @param sql selects the rows of some aggregates, by one parameter of type {@code text[]}: {@code … where order_id = any
 *     (?)}
 * @param row the record of a row
 * @param aggregateId finds the aggregate of a row
 */
public record Pushed<T>(String projection, String sql, Class<T> row, Function<T, String> aggregateId) {}
