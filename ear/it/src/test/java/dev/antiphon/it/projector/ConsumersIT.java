package dev.antiphon.it.projector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.antiphon.it.TestServers;
import dev.antiphon.projector.consumer.Projector;
import dev.antiphon.projector.consumer.ProjectorStatus.Phase;
import dev.antiphon.projector.operation.Projections;
import dev.antiphon.projector.spi.FaultPoint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who reads which partition, and when nobody does: threads, nodes, pauses, and a read database that is away. */
class ConsumersIT {

    private static final List<String> ACCOUNTS = List.of("a", "bb", "ccc", "dddd", "eeeee", "ffffff");
    private static final String GROUP = "it-account_total";

    private final AccountProjections.Total total = new AccountProjections.Total();
    private TestServers servers;
    private Accounts accounts;
    private Admin admin;

    @BeforeEach
    void start() throws Exception {
        servers = TestServers.start();
        accounts = new Accounts(servers);
        admin = Admin.create(Map.of("bootstrap.servers", servers.kafka().bootstrapServers()));
    }

    @AfterEach
    void stop() {
        accounts.close();
        admin.close();
        servers.close();
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(90));
    }

    private void awaitTheReadModel() {
        soon().until(accounts::total, accounts.expectedState()::equals);
    }

    private List<MemberDescription> members() throws Exception {
        return members(GROUP);
    }

    private List<MemberDescription> members(String group) throws Exception {
        return List.copyOf(admin.describeConsumerGroups(List.of(group))
                .all()
                .get()
                .get(group)
                .members());
    }

    private static void awaitPartitions(Projector projector, Integer... partitions) {
        soon().until(() -> projector.status().partitions(), List.of(partitions)::equals);
    }

    /** Two transactions wait for each other right before their commits, which one thread could never do. */
    @Test
    void threadsOfANodeShareThePartitionsAndWorkAtTheSameTime() throws Exception {
        var bothAreThere = new CyclicBarrier(2);
        var met = new AtomicInteger();
        var projector = accounts.start(
                new AccountProjections.State(),
                (place, projection) -> {
                    if (place == FaultPoint.Place.AFTER_EFFECT_BEFORE_COMMIT && met.get() == 0) {
                        try {
                            bothAreThere.await(60, TimeUnit.SECONDS);
                            met.incrementAndGet();
                        } catch (BrokenBarrierException | TimeoutException | InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                },
                values -> {
                    values.threads = 2;
                    values.idleTimeout = Duration.ofMinutes(5);
                });
        soon().untilAsserted(() -> assertThat(members("it-account_state"))
                .extracting(member -> member.assignment().topicPartitions().size())
                .containsExactly(1, 1));
        awaitPartitions(projector, 0, 1);
        accounts.creditAll(ACCOUNTS, 20);
        soon().until(accounts::state, accounts.expectedState()::equals);
        assertThat(met.get()).isPositive();
        assertThat(projector.stop(Duration.ofSeconds(10))).isTrue();
        assertThat(projector.status().phase()).isEqualTo(Phase.STOPPED);
    }

    @Test
    void aSecondNodeTakesItsShareAndGivesItBack() {
        var first = accounts.start(total, FaultPoint.NONE);
        awaitPartitions(first, 0, 1);
        accounts.creditAll(ACCOUNTS, 20);
        var second = accounts.start(total, FaultPoint.NONE);
        soon().untilAsserted(() -> {
            assertThat(first.status().partitions()).hasSize(1);
            assertThat(second.status().partitions()).hasSize(1);
        });
        accounts.creditAll(ACCOUNTS, 20);
        awaitTheReadModel();
        assertThat(second.stop(Duration.ofSeconds(10))).isTrue();
        accounts.creditAll(ACCOUNTS, 20);
        awaitPartitions(first, 0, 1);
        awaitTheReadModel();
    }

    @Test
    void aStaticMemberComesBackToItsPartitionsWithoutARebalance() throws Exception {
        var other = accounts.start(total, FaultPoint.NONE, values -> values.instanceId = "other");
        awaitPartitions(other, 0, 1);
        var restarted = accounts.start(total, FaultPoint.NONE, values -> values.instanceId = "node");
        soon().until(() -> restarted.status().partitions().size() == 1);
        accounts.creditAll(ACCOUNTS, 5);
        awaitTheReadModel();
        var before = restarted.status().partitions();
        var kept = other.status().partitions();
        var names = new TreeSet<String>();
        members().forEach(member -> names.add(member.groupInstanceId().orElseThrow()));
        assertThat(names).containsExactly("node-0", "other-0");

        restarted.stop(Duration.ofSeconds(10));
        accounts.creditAll(ACCOUNTS, 5);
        assertThat(members()).hasSize(2);
        var again = accounts.start(total, FaultPoint.NONE, values -> values.instanceId = "node");
        awaitTheReadModel();
        assertThat(again.status().partitions()).isEqualTo(before);
        assertThat(other.status().partitions()).isEqualTo(kept);
    }

    @Test
    void aPausedProjectionAppliesNothingUntilItIsResumedAlsoAfterARestart() throws Exception {
        var projections = new Projections(servers.readDatabase());
        var first = accounts.start(total, FaultPoint.NONE);
        accounts.creditAll(ACCOUNTS, 5);
        awaitTheReadModel();
        total.poison.add("bb");
        accounts.credit("bb", 1);
        soon().until(() -> accounts.rows("select count(*) from antiphon.parked_aggregate"), List.of("1")::equals);
        total.poison.clear();
        assertThat(projections.pause("account_total", "columns are being changed"))
                .isTrue();
        assertThat(projections.pause("account_total", "another reason")).isFalse();
        var paused = accounts.total();

        accounts.creditAll(ACCOUNTS, 5);
        soon().until(() -> first.status().phase(), Phase.PAUSED::equals);
        assertThat(first.status().isUp()).isTrue();
        assertThat(first.status().reason()).contains("antiphon_projector", "columns are being changed");
        assertThat(first.redrive().aggregate("bb").isInterrupted()).isTrue();
        first.stop(Duration.ofSeconds(10));
        var second = accounts.start(total, FaultPoint.NONE);
        soon().until(() -> second.status().phase(), Phase.PAUSED::equals);
        assertThat(accounts.total()).isEqualTo(paused);
        assertThat(projections.list()).anySatisfy(state -> {
            assertThat(state.projection()).isEqualTo("account_total");
            assertThat(state.records()).isEqualTo(31);
            assertThat(state.parkedAggregates()).isOne();
            assertThat(state.pause()).isNotNull();
        });

        assertThat(projections.resume("account_total")).isTrue();
        assertThat(projections.resume("account_total")).isFalse();
        soon().untilAsserted(() -> {
            second.upkeep();
            assertThat(second.status().phase()).isEqualTo(Phase.RUNNING);
            assertThat(second.redrive().aggregate("bb").isInterrupted()).isFalse();
            assertThat(accounts.total()).isEqualTo(accounts.expectedState());
        });
    }

    /** For a minute, since that is longer than every timeout of a consumer that does not poll in time. */
    @Test
    void aReadDatabaseThatIsAwayForAMinuteUnderLoadOnlyDelays() throws Exception {
        var projector = accounts.start(total, FaultPoint.NONE);
        accounts.creditAll(ACCOUNTS, 20);
        awaitTheReadModel();
        var members = members().stream().map(MemberDescription::consumerId).toList();
        servers.postgres().kill();
        await().atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(500))
                .during(Duration.ofSeconds(60))
                .until(
                        () -> {
                            accounts.creditAll(ACCOUNTS, 1);
                            return members().stream()
                                    .map(MemberDescription::consumerId)
                                    .toList();
                        },
                        members::equals);
        assertThat(projector.status().isUp()).isFalse();
        servers.postgres().start();
        accounts.creditAll(ACCOUNTS, 20);
        awaitTheReadModel();
        assertThat(accounts.rows("select 1 from antiphon.dead_letter")).isEmpty();
        soon().until(() -> projector.status().isUp());
    }
}
