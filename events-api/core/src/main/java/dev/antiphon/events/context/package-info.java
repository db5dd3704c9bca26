/** What a request carries through the threads that work for it: correlation, causation and trace. */
@NullMarked
package dev.antiphon.events.context;

import org.jspecify.annotations.NullMarked;
