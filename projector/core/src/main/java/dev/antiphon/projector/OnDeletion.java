package dev.antiphon.projector;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method of a {@link Projection} the one for deletions: records with the key of an aggregate and no value. Its
 * parameters are the aggregate's id, a {@code String}, and behind it, if it likes, {@link ReadDatabase}. A projection
 * without such a method passes deletions over and counts them.
 *
 * <p>A deletion that has the headers of an event is judged by its version like one (rule S2). One without is offered
 * each time it is read, also when a topic is read again from its beginning; the aggregate's watermark stays as it is.
 * What else holds for handlers holds here, dead letters included (rule E5).
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface OnDeletion {}
