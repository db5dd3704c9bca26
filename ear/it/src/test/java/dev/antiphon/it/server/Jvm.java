package dev.antiphon.it.server;

import dev.antiphon.dev.process.Command;
import java.util.List;
import java.util.Map;

/** What another virtual machine holds, seen from outside with the JDK's own tool. */
public final class Jvm {

    private final ServerUnderTest server;

    private Jvm(ServerUnderTest server) {
        this.server = server;
    }

    public static Jvm of(ServerUnderTest server) {
        return new Jvm(server);
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
        var jcmd = Command.ofJdk("jcmd");
        return server.run(Map.of(), jcmd, server.process().pid(), command);
    }
}
