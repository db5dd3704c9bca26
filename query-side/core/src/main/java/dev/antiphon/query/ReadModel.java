package dev.antiphon.query;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says which projection the answer of a resource method comes from (rules S4 and S5).
 *
 * <p>Where {@link #aggregate()} is given, the method may be called with {@code ?minVersion=N} and does not run before
 * the projection has applied version N of that aggregate; the wait is bounded, and past the bound the client gets 503
 * and may try again. The row need not exist for that. Where it is not given, {@code minVersion} is refused.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ReadModel {

    /**
     * The key of the projection: its name, and {@code -v<N>} behind it from version 2 on, as in
     * {@code order_summary-v2}.
     */
    String projection();

    /** The path parameter that holds the aggregate's id; empty where the answer is of no single aggregate. */
    String aggregate() default "";

    /**
     * Path of the endpoint that answers the same from the write store without any wait, for example
     * {@code /write/orders/{id}}; named in the answer when the row is not there. Empty where there is none.
     */
    String immediate() default "";
}
