package dev.antiphon.it.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** What another virtual machine holds, seen from outside with the JDK's own tool. */
public final class Jvm {

    private final long pid;

    private Jvm(long pid) {
        this.pid = pid;
    }

    public static Jvm of(ServerUnderTest server) {
        return new Jvm(server.process().pid());
    }

    /** The names of the threads that are alive. */
    public List<String> threads() {
        return command("Thread.print")
                .lines()
                .filter(line -> line.startsWith("\"") && line.contains(" elapsed="))
                .map(line -> line.substring(1, line.indexOf('"', 1)))
                .sorted()
                .toList();
    }

    /** How many class loaders there are that a collection of the garbage does not take. */
    public int classLoaders() {
        command("GC.run");
        return (int) command("VM.classloader_stats")
                .lines()
                .filter(line -> line.startsWith("0x"))
                .count();
    }

    private String command(String command) {
        try {
            var process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            Long.toString(pid),
                            command)
                    .redirectErrorStream(true)
                    .start();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException("jcmd " + pid + " " + command + " failed: " + said);
            }
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
