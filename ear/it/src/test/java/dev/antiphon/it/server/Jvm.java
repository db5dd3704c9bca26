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

    /** What is there now: the names of the threads, and how many class loaders the garbage collection does not take. */
    public record Held(List<String> threads, int classLoaders) {}

    /** Looks. */
    public Held held() {
        return new Held(threads(), classLoaders());
    }

    private List<String> threads() {
        return command("Thread.print")
                .lines()
                .filter(line -> line.startsWith("\"") && line.contains(" elapsed="))
                .map(line -> line.substring(1, line.indexOf('"', 1)))
                .sorted()
                .toList();
    }

    private int classLoaders() {
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
