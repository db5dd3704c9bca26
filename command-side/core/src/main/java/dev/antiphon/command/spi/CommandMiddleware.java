package dev.antiphon.command.spi;

import dev.antiphon.command.CommandResult;

/**
 * Something that stands around every handler. Called on the caller's thread, by many threads at once; it calls {@code
 * next} once to go on, not at all to answer itself, or again to try again.
 */
@FunctionalInterface
public interface CommandMiddleware {

    CommandResult around(CommandInvocation invocation, Next next);

    /** The rest of the chain. */
    @FunctionalInterface
    interface Next {

        CommandResult proceed(CommandInvocation invocation);
    }
}
