package dev.antiphon.command.pipeline;

import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.CommandResult;
import dev.antiphon.command.spi.CommandInvocation;
import dev.antiphon.command.spi.CommandMiddleware;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;

/** Times every command: {@code antiphon_commands_seconds} by command and outcome. */
public final class MetricsStep implements CommandMiddleware {

    private final MeterRegistry registry;

    public MetricsStep(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public CommandResult around(CommandInvocation invocation, Next next) {
        var sample = Timer.start(registry);
        var outcome = "failed";
        try {
            var result = next.proceed(invocation);
            outcome = result.replayed() ? "replayed" : "done";
            return result;
        } catch (CommandRefusedException e) {
            outcome = e.reason().name().toLowerCase(Locale.ROOT);
            throw e;
        } finally {
            sample.stop(Timer.builder("antiphon.commands")
                    .tag("command", invocation.command().getClass().getSimpleName())
                    .tag("outcome", outcome)
                    .register(registry));
        }
    }
}
