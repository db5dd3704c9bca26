package dev.antiphon.events;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says of which entity a record is the {@link AggregateSnapshot}.
 *
 * <p>A rebuild reads it from a view of the write database (rule S3) that has a column for each component:
 * {@code total_minor} for {@code totalMinor}. It is read in pages by {@code aggregate_id}, which needs an index there, in the
 * order of its bytes: a {@code uuid}, or a text with {@code collate "C"}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface SnapshotOf {

    /** The sealed interface of the entity's events. */
    Class<?> value();

    /** The view; without it the name of the record, {@code order_snapshot} for {@code OrderSnapshot}. */
    String view() default "";
}
