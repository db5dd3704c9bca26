/** Server-sent events by asynchronous requests and writes that never block, both of Jakarta Servlet. */
@NullMarked
package dev.antiphon.query.ee.streaming;

import org.jspecify.annotations.NullMarked;
