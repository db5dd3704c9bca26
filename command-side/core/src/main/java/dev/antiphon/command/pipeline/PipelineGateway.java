package dev.antiphon.command.pipeline;

import dev.antiphon.command.Command;
import dev.antiphon.command.CommandGateway;
import dev.antiphon.command.CommandResult;
import dev.antiphon.command.IdempotencyKey;
import dev.antiphon.command.IfMatch;
import dev.antiphon.command.spi.CommandInvocation;
import dev.antiphon.command.spi.CommandMiddleware;
import java.util.List;

/** Runs every command through the same chain; the handler is its last link. */
public final class PipelineGateway implements CommandGateway {

    private final CommandMiddleware.Next chain;

    /**
     * A gateway.
     *
     * @param middleware from the outermost to the innermost
     * @param handler the end of the chain
     */
    public PipelineGateway(List<CommandMiddleware> middleware, HandlerStep handler) {
        CommandMiddleware.Next next = handler::handle;
        for (var i = middleware.size() - 1; i >= 0; i--) {
            next = link(middleware.get(i), next);
        }
        this.chain = next;
    }

    private static CommandMiddleware.Next link(CommandMiddleware step, CommandMiddleware.Next next) {
        return invocation -> step.around(invocation, next);
    }

    /** Key and version of a request are those of the command that it sends, not of one that a handler sends on. */
    @Override
    public CommandResult send(Command command) {
        return chain.proceed(
                UnitOfWork.isRunning()
                        ? new CommandInvocation(command, null, null, 1)
                        : new CommandInvocation(command, IdempotencyKey.current(), IfMatch.current(), 1));
    }
}
