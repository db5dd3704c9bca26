package dev.antiphon.query;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says which projection the answer of a resource method comes from (rules S4 and S5).
 *
 * <p>A query with {@code Consistency-Token}s runs when the projection has applied what they tell of, as far as it
 * concerns the answer: that aggregate where {@link #aggregate()} is given, else every aggregate of the type
 * {@link #of()}. Where {@link #aggregate()} is given, {@code ?minVersion=N} does the same for version N of it; elsewhere
 * it is refused. The row need not exist for that. The wait is bounded ({@code Prefer: wait=N}, in seconds, up to a
 * setting); past the bound the client gets 503 and may try again or, with {@code Prefer: handling=lenient}, what is
 * there, marked as stale.
 *
 * <p>Where {@link #aggregate()} is given, an answer also says which version it reflects, when that was applied and how
 * old it is.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ReadModel {

    /** The name of the projection; of its versions, the one that readers were switched to is meant. */
    String projection();

    /** The type of the projection's aggregates, for example {@code order}; tokens of other types do not concern it. */
    String of();

    /** The path parameter that holds the aggregate's id; empty where the answer is of no single aggregate. */
    String aggregate() default "";

    /**
     * Path of the endpoint that answers the same from the write store without any wait, for example
     * {@code /write/orders/{id}}; named in the answer when the row is not there. Empty where there is none.
     */
    String immediate() default "";
}
