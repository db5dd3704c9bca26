package dev.antiphon.command.ee.http;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Where clients find in the read model what the commands of a resource change; answered as {@code Link}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ReadModelAt {

    /** A path or URI with {@code {id}} for the aggregate, for example {@code /read/orders/{id}/summary}. */
    String value();
}
