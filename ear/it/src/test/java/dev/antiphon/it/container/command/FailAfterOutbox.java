package dev.antiphon.it.container.command;

import dev.antiphon.command.CommandResult;
import dev.antiphon.command.spi.CommandInvocation;
import dev.antiphon.command.spi.CommandMiddleware;
import jakarta.enterprise.context.ApplicationScoped;

/** An application's own step: fails when aggregate and outbox rows are written, but not yet committed. */
@ApplicationScoped
public class FailAfterOutbox implements CommandMiddleware {

    static final String MARK = "fail after the outbox";

    @Override
    public CommandResult around(CommandInvocation invocation, Next next) {
        var result = next.proceed(invocation);
        if (invocation.command().toString().contains(MARK)) {
            throw new IllegalStateException(MARK);
        }
        return result;
    }
}
