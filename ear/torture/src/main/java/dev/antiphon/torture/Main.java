package dev.antiphon.torture;

import dev.antiphon.dev.process.StartFailure;
import java.util.Arrays;
import java.util.logging.LogManager;
import picocli.CommandLine;

/** The entry point of {@code ./antiphon torture}. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        LogManager.getLogManager().reset(); // the clients of Kafka have much to say
        String[] own = arguments.length > 0 && arguments[0].equals("torture")
                ? Arrays.copyOfRange(arguments, 1, arguments.length)
                : arguments;
        System.exit(commandLine().execute(own));
    }

    /** The command, for {@link #main} and for tests. */
    static CommandLine commandLine() {
        return new CommandLine(new TortureCommand())
                .setCommandName("antiphon torture")
                .setUsageHelpAutoWidth(true)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    if (failure instanceof StartFailure expected) {
                        command.getErr().println("antiphon: " + expected.getMessage());
                        return CommandLine.ExitCode.SOFTWARE;
                    }
                    throw failure;
                });
    }
}
