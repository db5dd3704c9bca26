package dev.antiphon.events;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the Kafka topic of an entity on the sealed interface that all events of that entity implement: one topic per
 * entity, {@code <system>.<service>.<entity>} (rule E1).
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Topic {

    /** For example {@code shop.orders.order}. */
    String value();
}
