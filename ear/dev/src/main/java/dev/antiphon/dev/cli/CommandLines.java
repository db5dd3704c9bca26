package dev.antiphon.dev.cli;

import dev.antiphon.dev.process.StartFailure;
import java.util.Arrays;
import picocli.CommandLine;

/** What all command lines of the start script have in common, those of other modules, too. */
public final class CommandLines {

    private CommandLines() {}

    /** Of a command; a failure that a person can do something about is told without a stack trace. */
    public static CommandLine of(Object command) {
        return new CommandLine(command)
                .setUsageHelpAutoWidth(true)
                .setExecutionExceptionHandler((failure, line, parsed) -> {
                    if (failure instanceof StartFailure expected) {
                        line.getErr().println("antiphon: " + expected.getMessage());
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
