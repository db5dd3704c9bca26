/** The command side as users see it: aggregates, handlers, one gateway, refusals. */
@NullMarked
package dev.antiphon.command;

import org.jspecify.annotations.NullMarked;
