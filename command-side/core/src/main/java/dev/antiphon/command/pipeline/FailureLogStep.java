package dev.antiphon.command.pipeline;

import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.CommandResult;
import dev.antiphon.command.spi.CommandInvocation;
import dev.antiphon.command.spi.CommandMiddleware;
import dev.antiphon.events.Masked;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs a command that failed for good, with what is sensitive in it masked (rule E8), so that the fault can be found; the
 * exception's trace is logged by whoever answers. A refused command is no fault and is not logged.
 */
public final class FailureLogStep implements CommandMiddleware {

    private static final Logger LOG = LoggerFactory.getLogger(FailureLogStep.class);

    @Override
    public CommandResult around(CommandInvocation invocation, Next next) {
        try {
            return next.proceed(invocation);
        } catch (CommandRefusedException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            LOG.warn(
                    "A command failed and was rolled back ({}): {}",
                    e.getClass().getSimpleName(),
                    Masked.text(invocation.command()));
            throw e;
        }
    }
}
