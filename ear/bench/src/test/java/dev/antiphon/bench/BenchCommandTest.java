package dev.antiphon.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.bench.figure.Figures;
import dev.antiphon.bench.measure.Figure;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void anUnknownFigureIsRefusedBeforeAnythingStarts() {
        assertThat(execute("commands", "nope")).isEqualTo(1);
        assertThat(err.toString()).contains("no figure 'nope'").contains("drain-aged");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void theListHasALineForEachFigure() {
        assertThat(execute("--list")).isZero();
        assertThat(out.toString().lines().map(line -> line.split(" ")[0]))
                .containsExactlyElementsOf(
                        Figures.all().stream().map(Figure::name).toList());
    }

    @Test
    void noFigureIsAMistakeToo() {
        assertThat(execute()).isEqualTo(2);
        assertThat(err.toString()).contains("--list");
    }

    private int execute(String... arguments) {
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(arguments);
    }
}
