package dev.antiphon.events;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a secret or personal data: a component of a record, or a field of another class (rule E8).
 *
 * <p>In a command its value, with all that is in it, is masked wherever the framework logs or answers. An event type that
 * has one, however deep, stops the deployment.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface Sensitive {}
