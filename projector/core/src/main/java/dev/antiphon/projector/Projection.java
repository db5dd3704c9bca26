package dev.antiphon.projector;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a bean a projection: events of one entity become rows of the read database.
 *
 * <p>A handler is a public method whose first parameter is a record with {@link dev.antiphon.events.EventType}; further
 * parameters, in any order, may be {@link dev.antiphon.events.Envelope} and {@link ReadDatabase}. Event types of the
 * family without a handler are skipped and counted (rule E6); deletions go to {@link OnDeletion}. A
 * method whose first parameter is the entity's {@link dev.antiphon.events.AggregateSnapshot} makes the same rows of a
 * state that the events make one after the other, whatever rows were there; with it the projection can be rebuilt (rule
 * S3). A mistake in any of this stops the deployment.
 *
 * <p>Handlers run one at a time on a node, on the projection's own thread or in a redrive, in one transaction of the read
 * database that also holds position, deduplication and watermark (rule S2); with more threads or nodes, those of
 * different aggregates run at the same time. The events of one aggregate come in the order of their versions, without a
 * hole; between aggregates there is no order (rule E9). When the transaction fails, the same event comes again: effects
 * outside {@link ReadDatabase} may happen twice. An event that fails for ever becomes a dead letter after its retries, and
 * later events of its aggregate wait behind it (rule E5). A handler never commits (rule E3).
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Projection {

    /** Unique among the projections; part of the consumer group {@code <service>-<name>}, lower case with underscores. */
    String name();

    /** The sealed interface of the entity's events; gives the topic (rule E1). */
    Class<?> events();

    /** How an event delivered twice counts once. */
    Strategy strategy();

    /**
     * From 1. Each version has a group, a position, watermarks and letters of its own, from 2 on as {@code <name>-v<N>} (E6),
     * and its own tables: nodes with different versions run beside each other. While readers look at another one, its tables are
     * in the schema {@code <name>_v<N>}, where a migration makes them; statements name them without a schema all the same.
     * {@code antiphon projections switch} makes readers look at it.
     */
    int version() default 1;

    /**
     * Whether clients are told of each change as it comes (server-sent events of the query side): what is applied is also
     * noted in the table {@code antiphon.change}, in the same transaction.
     */
    boolean pushed() default false;

    /** The read tables that must exist at deployment; by default the one named like the projection. */
    String[] tables() default {};

    /**
     * The column that holds the aggregate's id in the tables, by which rows are verified; by default the first column of
     * the primary key. A {@link RunningSum} says it for its own two tables.
     */
    String idColumn() default "";
}
