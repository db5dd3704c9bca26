package dev.antiphon.bench.figure;

import dev.antiphon.bench.lab.Node;
import dev.antiphon.bench.lab.Sightings;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A hundred orders a second, shared by some nodes, and how long each takes from its commit until it is seen elsewhere. */
final class SteadyCommands {

    private static final int COMMANDS_PER_SECOND = 100;

    private SteadyCommands() {}

    /** One that no other sample has. */
    static String prefix(String side) {
        return side + "-" + System.nanoTime() + "-";
    }

    /**
     * Takes one sample.
     *
     * @param task {@code product?} or {@code raw?}, with further parameters and {@code &} behind them
     * @param prefix of the orders' ids; a second node puts its number before it
     */
    static Latency latency(List<Node> nodes, String task, String prefix, int seconds, Sightings sightings)
            throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(nodes.size());
        try {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < nodes.size(); i++) {
                Node node = nodes.get(i);
                String load = "/latency/" + task + "prefix=" + (i == 0 ? "" : i + "-") + prefix + "&rate="
                        + COMMANDS_PER_SECOND / nodes.size() + "&seconds=" + seconds;
                answers.add(callers.submit(() -> node.run(load)));
            }
            List<Double> millis = new ArrayList<>();
            for (Future<String> answer : answers) {
                for (String line : answer.get().split("\n")) {
                    String[] commit = line.split(" ");
                    Instant committed = Instant.EPOCH.plus(Long.parseLong(commit[1]), ChronoUnit.MICROS);
                    millis.add(
                            Duration.between(committed, sightings.of(commit[0])).toNanos() / 1e6);
                }
            }
            return Latency.of(millis.stream().mapToDouble(Double::doubleValue).toArray());
        } finally {
            callers.shutdownNow();
        }
    }
}
