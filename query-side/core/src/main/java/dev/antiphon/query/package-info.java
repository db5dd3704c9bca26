/**
 * Query side: what resources of a read model use. Plain Java and JDBC, without a container.
 *
 * <p>A resource names its projection with {@link dev.antiphon.query.ReadModel}, reads with
 * {@link dev.antiphon.query.ReadStore} and returns its rows; freshness (rule S4), waiting for a minimum version (rule
 * S5) and errors come by themselves.
 */
@NullMarked
package dev.antiphon.query;

import org.jspecify.annotations.NullMarked;
