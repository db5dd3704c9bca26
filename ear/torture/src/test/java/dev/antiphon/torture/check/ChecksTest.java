package dev.antiphon.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.torture.check.Evidence.Backlog;
import dev.antiphon.torture.check.Evidence.Growth;
import dev.antiphon.torture.check.Evidence.Letter;
import dev.antiphon.torture.check.Evidence.ReadModel;
import dev.antiphon.torture.check.Evidence.StoredEvent;
import dev.antiphon.torture.check.Evidence.TopicRecord;
import dev.antiphon.torture.check.Evidence.Vitals;
import dev.antiphon.torture.traffic.Answer;
import dev.antiphon.torture.traffic.Journal;
import dev.antiphon.torture.traffic.Outcome;
import dev.antiphon.torture.traffic.Outcome.Verdict;
import dev.antiphon.torture.traffic.Request.Kind;
import dev.antiphon.torture.traffic.Request.Mistake;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each check lets a clean run pass and catches what is planted. */
class ChecksTest {

    @Test
    void aCleanRunPassesThemAll() {
        var evidence = new Run().evidence();
        for (var check : Checks.atTheEnd()) {
            assertThat(check.violations(evidence)).as(check.name()).isEmpty();
        }
    }

    @Test
    void eachIsTested() {
        assertThat(planted().map(each -> ((Check) each.get()[0]).name()).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        Checks.atTheEnd().stream().map(Check::name).toList());
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("planted")
    void whatIsPlantedIsCaught(Check check, String what, Consumer<Run> planting) {
        var run = new Run();
        planting.accept(run);
        assertThat(check.violations(run.evidence())).isNotEmpty();
    }

    static Stream<Arguments> planted() {
        return Stream.of(
                plant(new AcknowledgedCommands(), "a lost command", run -> run.events.remove(1)),
                plant(new AcknowledgedCommands(), "a lost aggregate", run -> run.versions.clear()),
                plant(
                        new AcknowledgedCommands(),
                        "another version than answered",
                        run -> run.commands.set(
                                0, Run.acknowledged(run.commands.get(0).request(), 7))),
                plant(
                        new AcknowledgedCommands(),
                        "another content than asked for",
                        run -> run.events.set(0, event(1, "order.placed", "torture-1.1", "{\"totalMinor\":251}"))),
                plant(
                        new AcknowledgedCommands(),
                        "another event than asked for",
                        run -> run.events.set(1, event(2, "order.cancelled", "torture-2.1", "{}"))),
                plant(
                        new AcknowledgedCommands(),
                        "a version that If-Match forbids",
                        run -> run.commands.set(
                                1, Run.acknowledged(Run.request(2, Kind.CONFIRM, "o-1", 5L, null, Map.of()), 2))),
                plant(
                        new RefusedCommands(),
                        "a refused command with an effect",
                        run -> run.events.add(event(3, "order.confirmed", "torture-3.1", "{}"))),
                plant(
                        new RefusedCommands(),
                        "a wrong command that was acknowledged",
                        run -> run.commands.add(Run.acknowledged(
                                Run.request(9, Kind.CANCEL, "o-1", 1L, Mistake.STALE_VERSION, Map.of()), 3))),
                plant(
                        new OneEffect(),
                        "an attempt that counted beside another",
                        run -> run.events.add(event(3, "order.shipped", "torture-2.4", "{}"))),
                plant(
                        new OneEffect(),
                        "another answer to the same request",
                        run -> run.repeats.add(new Journal.Repeat(
                                run.commands.get(1).request(),
                                run.commands.get(1).outcome(),
                                new Answer(422, "no", 0, false)))),
                plant(new Histories(), "a hole among versions", run -> run.events.remove(0)),
                plant(
                        new Histories(),
                        "a version twice",
                        run -> run.events.add(event(2, "order.confirmed", "torture-5.1", "{}"))),
                plant(new Histories(), "an order that goes back", run -> {
                    run.events.add(event(3, "order.confirmed", "torture-5.1", "{}"));
                    run.versions.put("o-1", 3L);
                }),
                plant(new Histories(), "an aggregate ahead of its events", run -> run.versions.put("o-1", 3L)),
                plant(new Histories(), "an aggregate without events", run -> run.versions.put("o-2", 1L)),
                plant(new TopicOrder(), "an event that is not on the topic", run -> run.records.remove(1)),
                plant(
                        new TopicOrder(),
                        "two events the other way round",
                        run -> run.records.add(0, Run.record(2, "order.confirmed", "{}"))),
                plant(
                        new TopicOrder(),
                        "a record that nobody committed",
                        run -> run.records.add(Run.record(3, "order.shipped", "{}"))),
                plant(
                        new TopicOrder(),
                        "a record that was changed on its way",
                        run -> run.records.add(Run.record(2, "order.confirmed", "{ }"))),
                plant(
                        new TopicOrder(),
                        "an aggregate in two partitions",
                        run -> run.records.add(new TopicRecord(Run.ORDERS, 4, 9, "o-1", 2, "order.confirmed", "{}"))),
                plant(
                        new ReadModels(),
                        "a penny",
                        run -> run.readModels.add(new ReadModel(
                                "daily_sales", List.of("2026-01-01|GBP|250"), List.of("2026-01-01|GBP|251")))),
                plant(
                        new ReadModels(),
                        "a row too many",
                        run -> run.readModels.add(new ReadModel("order_summary", List.of(), List.of("o-9")))),
                plant(
                        new ReadModels(),
                        "a missing row",
                        run -> run.readModels.add(new ReadModel("order_summary", List.of("o-9"), List.of()))),
                plant(
                        new DeadLetters(),
                        "a letter that was no poison",
                        run -> run.letters.add(new Letter("daily_sales", Run.ORDERS, "o-1", "gap", true))),
                plant(new DeadLetters(), "poison without a letter", run -> run.letters.clear()),
                plant(new DeadLetters(), "a letter twice", run -> run.letters.add(run.letters.get(0))),
                plant(
                        new DeadLetters(),
                        "a letter without its copy",
                        run -> run.letters.set(
                                0, new Letter("product_summary", "shop.orders.product", "poison-7", "", false))),
                plant(new DeadLetters(), "a parked aggregate", run -> run.parked.add("daily_sales o-1: gap")),
                plant(
                        new ReadYourWrites(),
                        "an older version",
                        run -> run.readings.add(new Journal.Reading("o-1", 2, 200, 1))),
                plant(
                        new ReadYourWrites(),
                        "no row at all",
                        run -> run.readings.add(new Journal.Reading("o-1", 2, 404, 0))),
                plant(new PushedChanges(), "a hole", run -> run.pushes.remove(0)),
                plant(new PushedChanges(), "a change that never came", run -> run.pushes.remove(1)),
                plant(new PushedChanges(), "a change twice", run -> run.pushes.add(run.pushes.get(1))),
                plant(
                        new PushedChanges(),
                        "an older snapshot",
                        run -> run.pushes.add(new Journal.Push("o-1", 1, "snapshot"))),
                plant(new PushedChanges(), "a reset", run -> run.pushes.add(new Journal.Push("", 0, "reset"))),
                plant(new NothingLeft(), "an unsent event", run -> run.backlog = new Backlog(1, Map.of(), 0, 0)),
                plant(
                        new NothingLeft(),
                        "a record that a projection has not passed",
                        run -> run.backlog = new Backlog(0, Map.of("daily_sales on shop.orders.order-0", 1L), 0, 0)),
                plant(new NothingLeft(), "an unpushed change", run -> run.backlog = new Backlog(0, Map.of(), 1, 0)),
                plant(new NothingLeft(), "an uncopied letter", run -> run.backlog = new Backlog(0, Map.of(), 0, 1)),
                plant(new NoGrowth(), "threads", grown(new Vitals(80, 40, 50 << 20))),
                plant(new NoGrowth(), "connections", grown(new Vitals(60, 65, 50 << 20))),
                plant(new NoGrowth(), "memory", grown(new Vitals(60, 40, 120 << 20))),
                plant(new EnoughEvidence(), "readers who read nothing", run -> run.readings.clear()),
                plant(new EnoughEvidence(), "read models that nobody looked at", run -> run.readModels.clear()));
    }

    private static Consumer<Run> grown(Vitals after) {
        return run -> run.growths.add(new Growth("query-1", 90, new Vitals(60, 40, 50 << 20), after));
    }

    private static StoredEvent event(long version, String type, String correlationId, String payload) {
        return new StoredEvent(Run.ORDERS, "o-1", version, type, correlationId, payload);
    }

    private static Arguments plant(Check check, String what, Consumer<Run> planting) {
        return Arguments.of(check, what, planting);
    }

    /** Nobody knows more than what clients were told. */
    @Test
    void anUnknownOutcomeMayBeEither() {
        var run = new Run();
        run.events.add(event(3, "order.shipped", "torture-4.2", "{}"));
        run.versions.put("o-1", 3L);
        run.records.add(Run.record(3, "order.shipped", "{}"));
        run.pushes.add(new Journal.Push("o-1", 3, "order.shipped"));
        var evidence = run.evidence();
        for (var check : Checks.atTheEnd()) {
            assertThat(check.violations(evidence)).as(check.name()).isEmpty();
        }
        assertThat(new Answer(0, "timed out", 0, false).outcome()).isEqualTo(Outcome.UNKNOWN);
    }

    /** A rebuild makes a row of a state, which stands for the changes before it. */
    @Test
    void aSnapshotStandsForTheVersionsBeforeIt() {
        var run = new Run();
        run.pushes.clear();
        run.pushes.add(new Journal.Push("o-1", 2, "snapshot"));
        assertThat(new PushedChanges().violations(run.evidence())).isEmpty();
    }

    @Test
    void anAnswerThatDecidesNothingIsAskedForAgain() {
        var running = "{\"type\":\"urn:antiphon:problem:command-in-progress\"}";
        var exists = "{\"type\":\"urn:antiphon:problem:already-exists\"}";
        assertThat(new Answer(409, running, 0, false).outcome().verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(new Answer(409, exists, 0, false).outcome().verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(new Answer(503, "", 0, false).outcome().verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(new Answer(412, "", 0, false).outcome().verdict()).isEqualTo(Verdict.REFUSED);
    }
}
