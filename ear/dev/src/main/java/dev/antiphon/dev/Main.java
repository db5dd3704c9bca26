package dev.antiphon.dev;

import dev.antiphon.dev.cli.AntiphonCommand;
import dev.antiphon.dev.cli.CommandLines;
import picocli.CommandLine;

/** The entry point behind the start script. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** The commands, for {@link #main} and for tests. */
    public static CommandLine commandLine() {
        return CommandLines.of(new AntiphonCommand()).setParameterExceptionHandler((failure, arguments) -> {
            CommandLine command = failure.getCommandLine();
            command.getErr().println("antiphon: " + failure.getMessage());
            CommandLine.UnmatchedArgumentException.printSuggestions(failure, command.getErr());
            command.getErr().println("Help: " + command.getCommandSpec().qualifiedName() + " --help");
            return command.getCommandSpec().exitCodeOnInvalidInput();
        });
    }
}
