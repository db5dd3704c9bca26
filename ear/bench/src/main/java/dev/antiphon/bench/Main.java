package dev.antiphon.bench;

import dev.antiphon.dev.cli.CommandLines;
import java.util.logging.LogManager;
import picocli.CommandLine;

/** The entry point of {@code ./antiphon bench}. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        LogManager.getLogManager().reset(); // the broker in this process has much to say
        System.exit(commandLine().execute(CommandLines.behind("bench", arguments)));
    }

    /** The command, for {@link #main} and for tests. */
    static CommandLine commandLine() {
        return CommandLines.of(new BenchCommand()).setCommandName("antiphon bench");
    }
}
