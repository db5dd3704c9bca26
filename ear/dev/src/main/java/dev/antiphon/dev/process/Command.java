package dev.antiphon.dev.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A short-lived program run to its end. */
public final class Command {

    private Command() {}

    /**
     * @param exitCode the program's own
     * @param output standard output and standard error together
     */
    public record Result(int exitCode, String output) {

        public boolean succeeded() {
            return exitCode == 0;
        }

        /** The last line that is not blank: where programs say what was wrong. */
        public String lastLine() {
            return output.lines()
                    .filter(line -> !line.isBlank())
                    .reduce("", (first, second) -> second)
                    .strip();
        }
    }

    /** The path of a program of the JDK that runs this, such as {@code java}. */
    public static String ofJdk(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    /**
     * Runs the program and waits for it, writing what it says into {@code log}.
     *
     * @throws StartFailure when the program cannot be run or does not end within {@code limit}
     */
    public static Result run(List<String> command, Path folder, Path log, Duration limit) {
        return run(command, Map.of(), folder, log, limit);
    }

    /** The same with variables beside those of this process's environment. */
    public static Result run(
            List<String> command, Map<String, String> variables, Path folder, Path log, Duration limit) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.from(nullDevice()))
                    .redirectOutput(log.toFile());
            builder.environment().putAll(variables);
            Process process = builder.start();
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw new StartFailure(command.get(0) + " did not end within " + limit.toSeconds() + " s; see " + log);
            }
            return new Result(process.exitValue(), new String(Files.readAllBytes(log), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new StartFailure("Cannot run " + command.get(0) + ": " + StartFailure.reason(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("Interrupted while running " + command.get(0), e);
        }
    }

    private static File nullDevice() {
        return new File("/dev/null");
    }
}
