package dev.antiphon.it.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.dev.Main;
import dev.antiphon.it.Artifacts;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class EventsDocumentIT {

    @Test
    void theDocumentOfEventsIsWhatTheCommandPrints() {
        var printed = new StringWriter();
        var commands = Main.commandLine();
        commands.setOut(new PrintWriter(printed, true));
        var exitCode =
                commands.execute("events", "--project", Artifacts.project().toString());
        assertThat(exitCode).isZero();
        assertThat(Artifacts.project().resolve("docs/events.md"))
                .as("./antiphon events > docs/events.md")
                .hasContent(printed.toString());
    }
}
