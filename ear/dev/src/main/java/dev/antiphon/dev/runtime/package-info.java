/** The whole reference application: database, broker and server, started and stopped in order. */
@NullMarked
package dev.antiphon.dev.runtime;

import org.jspecify.annotations.NullMarked;
