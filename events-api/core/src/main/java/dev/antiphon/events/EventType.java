package dev.antiphon.events;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a record an event (rule X3: a record of its own, never an entity).
 *
 * <p>The name is {@code <entity>.<action>}, the action in the past tense, e.g. {@code order.confirmed} (rule E1). A
 * name of another form stops the deployment.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface EventType {

    /** The name that travels in the header {@code Event-Type}. */
    String value();

    /** The schema version of the payload, from 1; an optional field more does not raise it (rule E7). */
    int version() default 1;

    /** One for each older version that may still be read; a missing step stops the deployment (rule E7). */
    Class<? extends Upcaster>[] upcasters() default {};

    /** The oldest schema version that may still be read; no upcaster is needed from those before. */
    int oldestVersion() default 1;

    /** Says that the action is in the past tense although it neither ends in "ed" nor is a known irregular verb. */
    boolean irregular() default false;
}
