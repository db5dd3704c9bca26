package dev.antiphon.it.container;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.extension.ExtendWith;

/** A test in a war on the server that this build tests, with PostgreSQL and Kafka beside it. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ServersExtension.class)
@ArquillianTest
public @interface OnServer {}
