/** The relay on an EJB timer and managed threads. */
@NullMarked
package dev.antiphon.command.ee.relay;

import org.jspecify.annotations.NullMarked;
