/**
 * Lets requests that ask for a version wait without a server thread, by the asynchronous requests of Jakarta Servlet.
 * Nothing is wrong without it: then JAX-RS waits.
 */
@NullMarked
package dev.antiphon.query.ee.waiting;

import org.jspecify.annotations.NullMarked;
