package dev.antiphon.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What is wrong with a command line is said before anything is started. */
class TortureCommandTest {

    private final StringWriter err = new StringWriter();

    private int execute(String... arguments) {
        CommandLine command = Main.commandLine();
        command.setErr(new PrintWriter(err, true));
        return command.execute(arguments);
    }

    @Test
    void minutesAreAtLeastOne() {
        assertThat(execute("--minutes", "0")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains("--minutes");
    }

    @Test
    void aLibraryThatIsNotThereIsNamed() {
        assertThat(execute("--libfaketime", "/nowhere.so")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains("/nowhere.so");
    }

    @Test
    void aKindThatIsNoneIsToldWhichThereAre() {
        assertThat(execute("--faults", "kill-broker,flood")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains("flood").contains("kill-command").contains("rebuild");
    }
}
