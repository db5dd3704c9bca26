package dev.antiphon.it.projector;

import static dev.antiphon.it.Topics.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.antiphon.it.Operator;
import dev.antiphon.it.TestServers;
import dev.antiphon.it.Topics;
import dev.antiphon.projector.consumer.Projector;
import dev.antiphon.projector.letters.DeadLetterHeaders;
import dev.antiphon.projector.letters.DeadLetters;
import dev.antiphon.projector.letters.LetterShipper;
import dev.antiphon.projector.spi.FaultPoint;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.ConfigResource;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rules E4, E5, E9 on a real database and a real broker: what fails, dies and comes back loses and doubles nothing. */
class DeadLettersIT {

    private static final List<String> ACCOUNTS = List.of("a", "bb", "ccc", "dddd", "eeeee");

    private final AccountProjections.State state = new AccountProjections.State();
    private final AccountProjections.Total total = new AccountProjections.Total();
    private TestServers servers;
    private Accounts accounts;

    @BeforeEach
    void start() throws Exception {
        servers = TestServers.start();
        accounts = new Accounts(servers);
    }

    @AfterEach
    void stop() {
        accounts.close();
        servers.close();
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(90));
    }

    private static List<String> without(String account, List<String> rows) {
        return rows.stream().filter(row -> !row.startsWith(account + " ")).toList();
    }

    private void awaitTheReadModels() {
        var expected = accounts.expectedState();
        soon().untilAsserted(() -> {
            assertThat(accounts.state()).isEqualTo(expected);
            assertThat(accounts.total()).isEqualTo(expected);
        });
        assertThat(accounts.sums()).isEqualTo(accounts.expectedSums());
    }

    @Test
    void aPoisonEventParksItsAggregateAndItsRedriveMakesTheReadModelWholeAgain() throws Exception {
        state.poison.add("ccc");
        total.poison.add("ccc");
        var stateProjector = accounts.start(state, FaultPoint.NONE);
        var totalProjector = accounts.start(total, FaultPoint.NONE);
        accounts.creditAll(ACCOUNTS, 40);
        var others = without("ccc", accounts.expectedState());
        soon().untilAsserted(() -> {
            assertThat(accounts.state()).isEqualTo(others);
            assertThat(accounts.total()).isEqualTo(others);
            assertThat(accounts.rows("select projection || ' ' || count(*) from antiphon.dead_letter"
                            + " where aggregate_id = 'ccc' group by projection order by 1"))
                    .containsExactly("account_state 40", "account_total 40");
        });

        state.poison.clear();
        total.poison.clear();
        accounts.creditAll(ACCOUNTS, 10);
        assertThat(stateProjector.redrive().aggregate("ccc").failure()).isNull();
        assertThat(totalProjector.redrive().all(() -> true).failure()).isNull();
        accounts.creditAll(ACCOUNTS, 10);
        awaitTheReadModels();
        assertThat(new DeadLetters(servers.readDatabase()).parked(10)).isEmpty();
    }

    @Test
    void dyingBetweenParkingAndOffsetLosesAndDoublesNothing() throws Exception {
        var deaths = new AtomicInteger();
        total.poison.add("ccc");
        total.poison.add("eeeee");
        var totalProjector = accounts.start(total, (place, projection) -> {
            if (place == FaultPoint.Place.AFTER_PARKING_BEFORE_OFFSET) {
                deaths.incrementAndGet();
                throw new IllegalStateException("killed");
            }
        });
        accounts.start(state, FaultPoint.NONE);
        accounts.creditAll(ACCOUNTS, 20);
        soon().untilAsserted(() -> {
            assertThat(deaths).hasValue(2);
            assertThat(accounts.rows("select aggregate_id || ' ' || count(*) || ' ' || max(aggregate_version)"
                            + " from antiphon.dead_letter group by aggregate_id order by 1"))
                    .containsExactly("ccc 20 20", "eeeee 20 20");
        });
        total.poison.clear();
        assertThat(totalProjector.redrive().all(() -> true).redriven()).isEqualTo(40);
        awaitTheReadModels();
    }

    /** Consumer and redrive meet at the row of the aggregate, on whatever node they are. */
    @Test
    void redrivesOnTwoNodesWhileEventsFlowLoseAndDoubleNothing() throws Exception {
        total.poison.addAll(List.of("bb", "ccc", "dddd"));
        var nodes = List.of(accounts.start(total, FaultPoint.NONE), accounts.start(total, FaultPoint.NONE));
        accounts.start(state, FaultPoint.NONE);
        accounts.creditAll(ACCOUNTS, 10);
        soon().until(() -> accounts.rows("select count(*) from antiphon.dead_letter"), List.of("30")::equals);
        total.poison.clear();
        var redrives = Executors.newFixedThreadPool(2);
        try {
            var flows = new AtomicBoolean(true);
            var running = nodes.stream()
                    .map(node -> redrives.submit(() -> {
                        var redriven = 0;
                        while (flows.get()) {
                            redriven += node.redrive().all(() -> true).redriven();
                        }
                        return redriven;
                    }))
                    .toList();
            for (var round = 0; round < 10; round++) {
                accounts.creditAll(ACCOUNTS, 10);
                accounts.expectedState();
            }
            awaitTheReadModels();
            flows.set(false);
            assertThat(running.get(0).get(30, TimeUnit.SECONDS) + running.get(1).get(30, TimeUnit.SECONDS))
                    .isGreaterThanOrEqualTo(30);
        } finally {
            redrives.shutdownNow();
        }
        assertThat(new DeadLetters(servers.readDatabase()).parked(10)).isEmpty();
    }

    @Test
    void aMissingEventThatComesLateIsAppliedBeforeThoseThatWaitedForIt() throws Exception {
        var projector = accounts.start(total, FaultPoint.NONE);
        accounts.send("gap", 2, 5, 12);
        accounts.send("gap", 3, 1, 13);
        accounts.credit("a", 1);
        soon().until(() -> accounts.rows("select kind from antiphon.parked_aggregate"), List.of("gap")::equals);
        soon().until(accounts::total, accounts.expectedState()::equals);

        accounts.send("gap", 1, 7, 7);
        soon().untilAsserted(() -> {
            projector.upkeep();
            assertThat(accounts.total()).contains("gap 13 3");
        });
        assertThat(accounts.rows("select aggregate_version::text from antiphon.dead_letter_audit order by id"))
                .containsExactly("1", "2", "3");
        assertThat(accounts.rows("select 1 from antiphon.dead_letter")).isEmpty();
    }

    @Test
    void lettersAreCopiedToTheirTopicAsTheyCame() throws Exception {
        total.poison.add("bb");
        accounts.start(total, FaultPoint.NONE);
        accounts.credit("bb", 1);
        accounts.credit("bb", 2);
        soon().until(() -> accounts.rows("select count(*) from antiphon.dead_letter"), List.of("2")::equals);
        var bootstrapServers = servers.kafka().bootstrapServers();
        try (var shipper = new LetterShipper(servers.readDatabase(), Map.of("bootstrap.servers", bootstrapServers))) {
            assertThat(shipper.ship()).isEqualTo(2);
            assertThat(shipper.ship()).isZero();
        }

        var originals = Topics.read(bootstrapServers, Accounts.TOPIC.value());
        var copies = Topics.read(bootstrapServers, Accounts.TOPIC + ".dlq");
        assertThat(copies).hasSize(2);
        for (var i = 0; i < 2; i++) {
            var copy = copies.get(i);
            var original = originals.get(i);
            assertThat(copy.key()).isEqualTo("bb");
            assertThat(copy.value()).isEqualTo(original.value());
            assertThat(copy.headers().toArray()).startsWith(original.headers().toArray());
            assertThat(header(copy, DeadLetterHeaders.OFFSET)).isEqualTo(Long.toString(original.offset()));
            assertThat(header(copy, DeadLetterHeaders.CONSUMER)).isEqualTo("it-account_total");
        }
        assertThat(header(copies.get(0), DeadLetterHeaders.REASON)).contains("Account bb cannot be read");
        assertThat(header(copies.get(0), DeadLetterHeaders.ATTEMPTS)).isEqualTo("6");
        assertThat(header(copies.get(1), DeadLetterHeaders.KIND)).isEqualTo("follows");
        assertThat(accounts.rows("select count(*) from antiphon.dead_letter where shipped_at is not null"))
                .containsExactly("2");
        assertThat(retention(bootstrapServers)).isEqualTo(Duration.ofDays(30));
    }

    private static Duration retention(String bootstrapServers) throws Exception {
        var topic = new ConfigResource(ConfigResource.Type.TOPIC, Accounts.TOPIC + ".dlq");
        try (var admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            var settings = admin.describeConfigs(List.of(topic)).all().get().get(topic);
            return Duration.ofMillis(Long.parseLong(settings.get("retention.ms").value()));
        }
    }

    @Test
    void theCommandLineListsShowsRedrivesAndDiscards() throws Exception {
        total.poison.add("bb");
        var projector = accounts.start(total, FaultPoint.NONE);
        accounts.credit("bb", 1);
        accounts.credit("bb", 2);
        soon().until(() -> accounts.rows("select count(*) from antiphon.dead_letter"), List.of("2")::equals);
        try (var operator = new Operator(
                servers.folder().resolve("operator"),
                servers.databases(),
                servers.kafka().bootstrapServers())) {
            assertThat(operator.output("dlq", "list"))
                    .contains("account_total bb: 2 letters", "Account bb cannot be read", "Parked aggregates: 1");
            assertThat(operator.json("dlq", "list")).singleElement().satisfies(parked -> {
                assertThat(parked.path("aggregateId").asText()).isEqualTo("bb");
                assertThat(parked.path("letters").asInt()).isEqualTo(2);
            });
            assertThat(operator.output("lag")).contains("account_total: 0 behind", "outbox: 0 to be sent");
            showsTheLetters(operator);
            redrivesThem(operator, projector);
            discardsTheFirst(operator);
            total.poison.clear();
            operator.output("dlq", "redrive", "account_total", "--wait", "0");
            projector.upkeep();
            assertThat(accounts.total()).containsExactly("bb 2 1");
            assertThat(operator.output("dlq", "list")).contains("There are no dead letters.");
            assertThat(operator.json("dlq", "list")).isEmpty();
            assertThat(operator.output("outbox", "backlog")).contains("0 events wait to be sent; 0 are parked.");
            assertThat(operator.json("outbox", "lanes")).hasSize(16);
            assertThat(operator.json("projections", "list"))
                    .extracting(each -> each.path("projection").asText())
                    .containsExactly("account_total");
            projector.stop(Duration.ofSeconds(10));
            tellsHowFarItIsBehind(operator);
        }
    }

    private void tellsHowFarItIsBehind(Operator operator) {
        accounts.credit("bb", 3);
        accounts.expectedState(); // sent by now
        var behind = operator.json("lag", "account_total", "--max", "1").stream()
                .filter(line -> line.path("behind").asInt() > 0)
                .toList();
        assertThat(behind).singleElement().satisfies(line -> {
            assertThat(line.path("topic").asText()).isEqualTo(Accounts.TOPIC.value());
            assertThat(line.path("behind").asLong())
                    .isEqualTo(line.path("end").asLong() - line.path("position").asLong())
                    .isEqualTo(1);
            assertThat(line.path("oldestSeconds").asDouble()).isBetween(0.0, 60.0);
        });
        assertThat(operator.output("lag")).contains("account_total: 1 behind", " behind, at ", " s old");
        var tooFar = operator.run("lag", "--max", "0");
        assertThat(tooFar.exitCode()).isEqualTo(1);
        assertThat(tooFar.err()).contains("Further behind than 0: account_total (1)");
        assertThat(operator.run("lag", "acount_total").err()).contains("there are account_total");
    }

    private static void showsTheLetters(Operator operator) {
        assertThat(operator.output("dlq", "show", "account_total", "bb"))
                .contains(
                        "Account bb cannot be read",
                        "attempts   6,",
                        "by it-account_total",
                        "Event-Type: account.credited")
                .contains("payload    {\"owner\":", "\"balance\":3}");
        var letters = operator.json("dlq", "show", "account_total", "bb");
        assertThat(letters)
                .extracting(letter -> letter.path("aggregateVersion").asInt())
                .containsExactly(1, 2);
        var payload = Operator.read(letters.get(1).path("payload").asText());
        assertThat(payload.path("balance").asInt()).isEqualTo(3);
        var number = letters.get(1).path("letter").asText();
        assertThat(operator.json("dlq", "show", "--letter", number)).containsExactly(letters.get(1));
        assertThat(operator.run("dlq", "show", "account_total", "nobody").err()).contains("has no dead letters");
        assertThat(operator.run("dlq", "show").exitCode()).isEqualTo(1);
    }

    private void redrivesThem(Operator operator, Projector projector) {
        assertThat(operator.output("dlq", "redrive", "account_total", "a"))
                .contains("has no dead letters of aggregate a");
        assertThat(operator.output("dlq", "redrive", "account_total", "bb", "--wait", "0"))
                .contains("has not ended yet");
        projector.upkeep();
        assertThat(accounts.rows("select remaining || ' ' || message from antiphon.redrive_request"))
                .singleElement()
                .asString()
                .startsWith("2 ")
                .contains("Account bb cannot be read");
    }

    private void discardsTheFirst(Operator operator) {
        var discard = new String[] {"dlq", "discard", "account_total", "bb", "--reason", "wrong shop"};
        var unasked = operator.run(discard);
        assertThat(unasked.exitCode()).isEqualTo(2);
        assertThat(unasked.err())
                .contains("Give up account.credited, version 1, of bb", "There is no terminal to ask on; add --yes");
        var gap = operator.run("dlq", "accept-gap", "account_total", "bb", "--reason", "lost");
        assertThat(gap.exitCode()).isEqualTo(2);
        assertThat(operator.json("dlq", "list").get(0).path("letters").asInt()).isEqualTo(2);

        var willing = Arrays.copyOf(discard, discard.length + 1);
        willing[discard.length] = "--yes";
        assertThat(operator.output(willing))
                .contains("Discarded", "1 letters wait behind it: run `antiphon dlq redrive account_total bb`");
    }
}
