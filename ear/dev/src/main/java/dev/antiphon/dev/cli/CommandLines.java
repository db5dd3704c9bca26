package dev.antiphon.dev.cli;

import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.events.InvalidEventModelException;
import dev.antiphon.events.settings.InvalidSettingException;
import dev.antiphon.projector.InvalidProjectionException;
import dev.antiphon.projector.snapshots.SnapshotException;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/** What all command lines of the start script have in common, those of other modules, too. */
public final class CommandLines {

    /** Their messages say what to do, so nobody needs to see where they come from. */
    private static final List<Class<? extends RuntimeException>> EXPECTED = List.of(
            StartFailure.class,
            InvalidEventModelException.class,
            InvalidProjectionException.class,
            InvalidSettingException.class,
            SnapshotException.class);

    private CommandLines() {}

    /** Of a command; a failure that a person can do something about is told without a stack trace. */
    public static CommandLine of(Object command) {
        return new CommandLine(command)
                .setUsageHelpAutoWidth(true)
                .setExecutionExceptionHandler((failure, line, parsed) -> {
                    if (EXPECTED.stream().anyMatch(type -> type.isInstance(failure))) {
                        line.getErr().println("antiphon: " + failure.getMessage());
                        return CommandLine.ExitCode.SOFTWARE;
                    }
                    throw failure;
                });
    }

    /** The arguments behind the name by which the start script has chosen the module. */
    public static String[] behind(String name, String[] arguments) {
        return arguments.length > 0 && arguments[0].equals(name)
                ? Arrays.copyOfRange(arguments, 1, arguments.length)
                : arguments;
    }
}
