/** Threads of the server for what a war does by itself. */
@NullMarked
package dev.antiphon.events.ee.threads;

import org.jspecify.annotations.NullMarked;
