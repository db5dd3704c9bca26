/** What a container, or a user who extends the command side, implements. */
@NullMarked
package dev.antiphon.command.spi;

import org.jspecify.annotations.NullMarked;
