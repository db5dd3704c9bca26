package dev.antiphon.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.antiphon.dev.Main;
import dev.antiphon.dev.postgres.Databases;
import dev.antiphon.dev.process.StateFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Who works with the command line on servers that run; in this process, where nobody sits at a terminal. */
public final class Operator implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final StateFolder state;

    /** @param folder of this operator's own; it tells the commands where the servers are */
    public Operator(Path folder, Databases databases, String bootstrapServers) {
        state = StateFolder.acquire(folder);
        state.endLeftovers();
        state.recordDatabase(Databases.WRITE, databases.writeUrl());
        state.recordDatabase(Databases.READ, databases.readUrl());
        state.recordKafka(bootstrapServers);
    }

    /** How a command ended, and what it printed. */
    public record Ending(int exitCode, String out, String err) {}

    /** Runs a command to its end. */
    public Ending run(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        var all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(List.of("--data", state.path().toString()));
        var commands = Main.commandLine();
        commands.setOut(new PrintWriter(out, true));
        commands.setErr(new PrintWriter(err, true));
        return new Ending(commands.execute(all.toArray(String[]::new)), out.toString(), err.toString());
    }

    /** What a command printed that must end well. */
    public String output(String... arguments) {
        var ending = run(arguments);
        assertThat(ending.exitCode()).as(ending.toString()).isZero();
        assertThat(ending.err()).isEmpty();
        return ending.out();
    }

    /** The same with {@code --json}, read. */
    public List<JsonNode> json(String... arguments) {
        var all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = "--json";
        return output(all).lines().map(Operator::read).toList();
    }

    /** One line of output, which is an object. */
    public static JsonNode read(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        state.close();
    }
}
