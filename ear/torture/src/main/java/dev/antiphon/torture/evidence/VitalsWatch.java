package dev.antiphon.torture.evidence;

import dev.antiphon.dev.process.Command;
import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.torture.check.Evidence.Growth;
import dev.antiphon.torture.check.Evidence.Vitals;
import dev.antiphon.torture.system.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Looks into the nodes when they are warm, and again at the end; a node that was started anew is looked at anew. */
public final class VitalsWatch implements Runnable {

    private static final Duration WARM = Duration.ofSeconds(30);
    private static final long LONG_SECONDS = 60;
    private static final long LOOK_SECONDS = 5;
    private static final Duration LIMIT = Duration.ofSeconds(15);
    private static final Pattern USED = Pattern.compile("(?:generation|Tenured|tenured).*? used (\\d+)K");

    private final List<Node> nodes;
    private final Path folder;
    private final Map<Node, Life> lives = new HashMap<>();

    /** @param folder where what was seen is kept */
    public VitalsWatch(List<Node> nodes, Path folder) {
        this.nodes = nodes;
        this.folder = folder;
    }

    /** One process of a node. */
    private static final class Life {
        private final long pid;
        private long lookedAt;
        private Optional<Vitals> warm = Optional.empty();

        private Life(long pid) {
            this.pid = pid;
        }
    }

    @Override
    public void run() {
        try {
            while (true) {
                nodes.forEach(this::look);
                TimeUnit.SECONDS.sleep(LOOK_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // that was it
        }
    }

    private synchronized void look(Node node) {
        node.pid().ifPresent(pid -> {
            var life = lives.get(node);
            if (life == null || life.pid != pid) {
                lives.put(node, new Life(pid));
            } else if (life.warm.isEmpty() && isWarm(node)) {
                life.warm = vitals(node, pid, "warm");
                life.lookedAt = System.nanoTime();
            }
        });
    }

    /** By readiness, not by age: on a busy machine a process may be old before its consumers have begun. */
    private static boolean isWarm(Node node) {
        return node.readyFor().filter(ready -> ready.compareTo(WARM) >= 0).isPresent();
    }

    /** How those nodes have grown that have been warm for a while. */
    public synchronized List<Growth> growths() {
        var growths = new ArrayList<Growth>();
        lives.forEach((node, life) -> {
            var lived = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - life.lookedAt);
            if (life.warm.isPresent() && lived >= LONG_SECONDS && node.pid().orElse(-1) == life.pid) {
                vitals(node, life.pid, "end")
                        .ifPresent(now -> growths.add(new Growth(node.name(), lived, life.warm.orElseThrow(), now)));
            }
        });
        return growths;
    }

    /** Empty while it does not answer. */
    private Optional<Vitals> vitals(Node node, long pid, String when) {
        try {
            var commands = folder.resolve("jcmd.txt");
            Files.writeString(commands, "Thread.print\nGC.run\nGC.heap_info\n");
            var seen = Command.run(
                    List.of(Command.ofJdk("jcmd"), Long.toString(pid), "-f", commands.toString()),
                    folder,
                    folder.resolve("vitals-" + node.name() + "-" + pid + "-" + when + ".txt"),
                    LIMIT);
            return seen.succeeded()
                    ? Optional.of(new Vitals(threads(seen.output()), Connections.openedBy(pid), heap(seen.output())))
                    : Optional.empty();
        } catch (IOException | StartFailure e) {
            return Optional.empty();
        }
    }

    private static int threads(String seen) {
        return (int) seen.lines()
                .filter(line -> line.startsWith("\"") && line.contains(" elapsed="))
                .filter(line -> !line.startsWith("\"http-thread-pool"))
                .count();
    }

    private static long heap(String seen) {
        return USED.matcher(seen)
                .results()
                .mapToLong(match -> Long.parseLong(match.group(1)) * 1024)
                .sum();
    }
}
