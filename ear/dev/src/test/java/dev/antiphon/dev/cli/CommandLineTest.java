package dev.antiphon.dev.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.dev.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CommandLineTest {

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void helpShowsExamples() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("up", "import", "migrate", "./antiphon import orders.csv.gz");
        assertThat(run("up", "--help")).isZero();
        assertThat(out.toString()).contains("--ephemeral", "ANTIPHON_WRITE_URL");
    }

    @Test
    void everyCommandHasHelpWithAnExampleAndJson() {
        for (var command : commands(Main.commandLine())) {
            var name = command.getCommandSpec().qualifiedName();
            var arguments = new ArrayList<>(List.of(name.split(" ")));
            arguments.remove(0);
            arguments.add("--help");
            assertThat(run(arguments.toArray(String[]::new))).as(name).isZero();
            var help = out.toString();
            assertThat(help).as(name).contains("Examples:").containsPattern("Examples:(?s:.*)[./ ]" + name);
            if (command.getSubcommands().isEmpty()) {
                assertThat(help.replaceAll("\\s+", " "))
                        .as(name)
                        .contains("--json One JSON object a line")
                        .containsPattern("With --json[^:]*: [a-z]|With --json, one object[^:]*: [a-z]");
            }
        }
    }

    private static List<CommandLine> commands(CommandLine root) {
        var all = new ArrayList<>(List.of(root));
        root.getSubcommands().values().forEach(each -> all.addAll(commands(each)));
        return all;
    }

    @Test
    void whatDestroysHasYesAndNothingElseHas() {
        var asking = commands(Main.commandLine()).stream()
                .filter(command -> command.getCommandSpec().findOption("--yes") != null)
                .map(command -> command.getCommandSpec().qualifiedName());
        assertThat(asking)
                .containsExactlyInAnyOrder(
                        "antiphon outbox discard",
                        "antiphon dlq discard",
                        "antiphon dlq accept-gap",
                        "antiphon projections drop",
                        "antiphon rebuild");
    }

    @Test
    void onlyYesIsYes() {
        assertThat(List.of("y", "Y", " yes ")).allMatch(Confirmation::isYes);
        assertThat(List.of("", "n", "yo", "no")).noneMatch(Confirmation::isYes);
        assertThat(Confirmation.isYes(null)).isFalse();
    }

    @Test
    void whatCannotBeDoneIsOneLineAndAnExitCode() throws Exception {
        assertThat(run("import", folder.resolve("none.csv").toString())).isEqualTo(1);
        assertThat(errorLines()).containsExactly("antiphon: " + folder.resolve("none.csv") + " does not exist.");

        Path file = Files.writeString(folder.resolve("shop.csv"), "InvoiceNo\n");
        assertThat(run("import", file.toString(), "--data", folder.toString())).isEqualTo(1);
        assertThat(errorLines()).singleElement().asString().startsWith("antiphon: No application is running on");

        assertThat(run("import", file.toString(), "--url", "http://localhost:1"))
                .isEqualTo(1);
        assertThat(errorLines()).singleElement().asString().contains("has no column StockCode");

        assertThat(run("up", "--project", folder.toString())).isEqualTo(1);
        assertThat(errorLines()).singleElement().asString().contains("is missing; build the project first");
    }

    @Test
    void anUnknownCommandIsRefused() {
        assertThat(run("down")).isEqualTo(2);
        assertThat(run("dlq", "lst")).isEqualTo(2);
        assertThat(err.toString()).contains("antiphon: Unmatched argument", "dlq list", "antiphon dlq --help");
        assertThat(run()).isEqualTo(2);
    }

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine commands = Main.commandLine();
        commands.setOut(new PrintWriter(out, true));
        commands.setErr(new PrintWriter(err, true));
        return commands.execute(arguments);
    }

    private List<String> errorLines() {
        return err.toString().lines().toList();
    }
}
