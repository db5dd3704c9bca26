/** The relay on an EJB timer and a managed executor. */
@NullMarked
package dev.antiphon.command.ee.relay;

import org.jspecify.annotations.NullMarked;
