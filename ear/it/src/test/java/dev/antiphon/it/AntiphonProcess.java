package dev.antiphon.it;

import dev.antiphon.dev.postgres.Databases;
import dev.antiphon.dev.process.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A command of the command line as a process of its own, by the jar that needs no checkout. */
public final class AntiphonProcess implements AutoCloseable {

    private final Process process;
    private final Path output;

    private AntiphonProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** What tells a command, or a server, where databases and broker are. */
    public static Map<String, String> environment(Databases databases, String bootstrapServers) {
        return Map.of(
                "ANTIPHON_WRITE_URL", databases.writeUrl(),
                "ANTIPHON_READ_URL", databases.readUrl(),
                "ANTIPHON_KAFKA_BOOTSTRAP_SERVERS", bootstrapServers);
    }

    /** @param environment set beside this process's own */
    public static AntiphonProcess start(Path folder, Map<String, String> environment, List<String> arguments)
            throws IOException {
        var output = Files.createTempFile(folder, arguments.get(0), ".txt");
        var command = new ArrayList<>(List.of(
                Command.ofJdk("java"),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-jar",
                Artifacts.project()
                        .resolve("ear/dev/target/antiphon/antiphon.jar")
                        .toString()));
        command.addAll(arguments);
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        return new AntiphonProcess(builder.start(), output);
    }

    /** What it printed; fails unless it ended well in time. */
    public String await(int minutes) throws InterruptedException, IOException {
        var exitCode = exitCode(minutes);
        if (exitCode != 0) {
            throw new AssertionError("It ended with " + exitCode + ": " + output());
        }
        return output();
    }

    /** How it ended; fails unless it did in time. */
    public int exitCode(int minutes) throws InterruptedException, IOException {
        if (!process.waitFor(minutes, TimeUnit.MINUTES)) {
            kill();
            throw new AssertionError("It did not end: " + output());
        }
        return process.exitValue();
    }

    public String output() throws IOException {
        return Files.readString(output);
    }

    public boolean isRunning() {
        return process.isAlive();
    }

    /** Leaves nothing running, whatever the test came to. */
    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** As {@code kill -9}. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
