package dev.antiphon.bench.figure;

import dev.antiphon.bench.lab.Arrivals;
import dev.antiphon.bench.lab.Backlog;
import dev.antiphon.bench.lab.Lab;
import dev.antiphon.bench.lab.Lanes;
import dev.antiphon.bench.lab.Node;
import dev.antiphon.bench.measure.Bar;
import dev.antiphon.bench.measure.Figure;
import dev.antiphon.bench.measure.Result;
import dev.antiphon.bench.measure.Run;
import dev.antiphon.bench.measure.Samples;
import dev.antiphon.bench.measure.Samples.Side;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * From the moment after a commit (noted in the server, before the relay is woken) until a consumer of another process has
 * the record, at 100 commands a second. Raw is a bare loop in the same process that the commit wakes. With two nodes each
 * takes half of the commands, so about every second event lies in a lane of the other node. Less is better.
 */
public final class RelayLatencyFigure implements Figure {

    private static final int COMMANDS_PER_SECOND = 100;

    @Override
    public String name() {
        return "relay-latency";
    }

    @Override
    public String description() {
        return "commit to record readable, with one node and with two, against a bare loop that the commit wakes";
    }

    @Override
    public List<Result> measure(Run run) throws Exception {
        List<Result> results = new ArrayList<>();
        try (Lab lab = run.lab(Lab.Sides.COMMAND)) {
            results.addAll(measure(run, lab, name()));
            run.report(name() + ": starting the second node");
            lab.addNode(message -> {});
            results.addAll(measure(run, lab, name() + "-two-nodes"));
        }
        return results;
    }

    private List<Result> measure(Run run, Lab lab, String figure) throws Exception {
        Lanes lanes = new Lanes(lab);
        Backlog outbox = new Backlog(lab);
        int seconds = run.scaled(20, 5);
        List<Samples<Latency>> samples = Samples.alternately(
                run,
                figure,
                List.of(
                        new Side<>("product", () -> {
                            lanes.release();
                            Latency sample = sample(lab, lab.nodes(), "product", seconds);
                            outbox.awaitEmpty();
                            return sample;
                        }),
                        new Side<>("raw", () -> {
                            lanes.hold();
                            return sample(lab, List.of(lab.node()), "raw", seconds);
                        })));
        return List.of(
                new Result(
                        figure + "-p50",
                        "ms",
                        samples.get(0).median(Latency::p50),
                        samples.get(1).median(Latency::p50),
                        Bar.ratioAtMost(1.5),
                        samples.get(0).size()),
                new Result(
                        figure + "-p99",
                        "ms",
                        samples.get(0).median(Latency::p99),
                        samples.get(1).median(Latency::p99),
                        Bar.ratioAtMost(1.5),
                        samples.get(0).size()));
    }

    private static Latency sample(Lab lab, List<Node> nodes, String side, int seconds) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(nodes.size());
        try (Arrivals arrivals = new Arrivals(lab.bootstrapServers())) {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < nodes.size(); i++) {
                Node node = nodes.get(i);
                String task = "/latency/" + side + "?prefix=" + side + "-" + i + "-" + System.nanoTime() + "-&rate="
                        + COMMANDS_PER_SECOND / nodes.size() + "&seconds=" + seconds;
                answers.add(callers.submit(() -> node.run(task)));
            }
            List<Double> millis = new ArrayList<>();
            for (Future<String> answer : answers) {
                for (String line : answer.get().split("\n")) {
                    String[] commit = line.split(" ");
                    Instant committed = Instant.EPOCH.plus(Long.parseLong(commit[1]), ChronoUnit.MICROS);
                    millis.add(
                            Duration.between(committed, arrivals.of(commit[0])).toNanos() / 1e6);
                }
            }
            return Latency.of(millis.stream().mapToDouble(Double::doubleValue).toArray());
        } finally {
            callers.shutdownNow();
        }
    }
}
