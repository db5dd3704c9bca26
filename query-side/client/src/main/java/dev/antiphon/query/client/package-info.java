/**
 * For Java clients of both sides: reading your own writes without writing a line for it. Knows nothing of the rest of
 * the framework, so that it can be used anywhere.
 */
@NullMarked
package dev.antiphon.query.client;

import org.jspecify.annotations.NullMarked;
