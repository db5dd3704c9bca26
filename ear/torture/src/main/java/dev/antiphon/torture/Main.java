package dev.antiphon.torture;

import dev.antiphon.dev.cli.CommandLines;
import java.util.logging.LogManager;
import picocli.CommandLine;

/** The entry point of {@code ./antiphon torture}. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        LogManager.getLogManager().reset(); // the clients of Kafka have much to say
        System.exit(commandLine().execute(CommandLines.behind("torture", arguments)));
    }

    /** The command, for {@link #main} and for tests. */
    static CommandLine commandLine() {
        return CommandLines.of(new TortureCommand()).setCommandName("antiphon torture");
    }
}
