package dev.antiphon.it.imports;

import dev.antiphon.it.Artifacts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command line's {@code import} as a process of its own, as a user runs it. */
final class Importer implements AutoCloseable {

    private final Process process;
    private final Path output;

    private Importer(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    static Importer start(Path file, String url, Path folder) throws IOException {
        var target = Artifacts.project().resolve("ear/dev/target");
        var classPath = target.resolve("antiphon-dev-0.1.0.jar")
                + File.pathSeparator
                + Files.readString(target.resolve("classpath.txt")).strip();
        var output = Files.createTempFile(folder, "import", ".txt");
        var command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                "dev.antiphon.dev.Main",
                "import",
                file.toString(),
                "--url",
                url,
                "--rejects",
                rejects(folder).toString());
        var process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new Importer(process, output);
    }

    static Path rejects(Path folder) {
        return folder.resolve("rejects.csv");
    }

    /** What it printed; fails unless it ended well in time. */
    String await(int minutes) throws InterruptedException, IOException {
        if (!process.waitFor(minutes, TimeUnit.MINUTES)) {
            kill();
            throw new AssertionError("The import did not end: " + output());
        }
        if (process.exitValue() != 0) {
            throw new AssertionError("The import ended with " + process.exitValue() + ": " + output());
        }
        return output();
    }

    String output() throws IOException {
        return Files.readString(output);
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /** Leaves nothing running, whatever the test came to. */
    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** As {@code kill -9}. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
