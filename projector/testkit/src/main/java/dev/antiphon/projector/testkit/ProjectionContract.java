package dev.antiphon.projector.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every projection must keep, whatever it shows. A test of one supplies the projection, its database and some
 * stories:
 *
 * <pre>{@code
 * class OrderSummaryContractTest extends ProjectionContract {
 *
 *     protected Object projection() { return new OrderSummaryProjection(); }
 *
 *     protected TestReadDatabase database() { return TestReadDatabase.of("com/example/shop/schema"); }
 *
 *     protected List<ProjectionStory> stories() {
 *         return List.of(
 *                 ProjectionStory.of("1", placed("1")).state(open("1", 1)).then(new OrderConfirmed("1")),
 *                 ProjectionStory.of("2", placed("2")));
 *     }
 * }
 * }</pre>
 *
 * <p>The stories should have several aggregates, all handled event types, and aggregates that meet in the same rows where
 * the projection sums them up. The projection's {@code tables} are compared whole: it must list all it writes.
 */
public abstract class ProjectionContract {

    private ProjectionFixture fixture;
    private List<String> expected;

    /** A new instance of it. */
    protected abstract Object projection();

    /** The database with its tables. */
    protected abstract TestReadDatabase database();

    /** At least one; those with events that are handled. */
    protected abstract List<ProjectionStory> stories();

    @BeforeEach
    void applyAllInOneBatch() {
        fixture = ProjectionFixture.of(projection(), database());
        fixture.deliver(oneAfterTheOther(stories()));
        expected = fixture.content();
        assertFalse(
                expected.isEmpty(),
                "The stories leave no row in " + fixture.definition().tables());
    }

    private List<Delivery> oneAfterTheOther(List<ProjectionStory> stories) {
        var deliveries = new ArrayList<Delivery>();
        for (var story : stories) {
            story.events().forEach(event -> deliveries.add(fixture.records().next(story.aggregateId(), event)));
        }
        return deliveries;
    }

    private List<Delivery> inTurn(List<ProjectionStory> stories) {
        var deliveries = new ArrayList<Delivery>();
        for (var i = 0; i < longest(stories); i++) {
            for (var story : stories) {
                if (i < story.events().size()) {
                    deliveries.add(fixture.records()
                            .next(story.aggregateId(), story.events().get(i)));
                }
            }
        }
        return deliveries;
    }

    private static int longest(List<ProjectionStory> stories) {
        return stories.stream().mapToInt(story -> story.events().size()).max().orElse(0);
    }

    private void assertSame(String when) {
        assertEquals(expected, fixture.content(), () -> "The rows are others " + when + ".");
    }

    /** Rule S2. */
    @Test
    void whatIsDeliveredAgainChangesNothing() {
        fixture.givenAllAgain();
        assertSame("after everything was delivered twice");
    }

    /** Rule S2: the strategy alone, where the watermarks of the aggregates are lost. */
    @Test
    void whatIsDeliveredAgainChangesNothingWithoutWatermarks() {
        fixture.forgetWatermarks();
        fixture.givenAllAgain();
        assertSame("after everything was delivered twice and the watermarks were gone");
    }

    @Test
    void oneByOneIsTheSameAsInOneBatch() {
        fixture.clear();
        oneAfterTheOther(stories()).forEach(delivery -> fixture.deliver(List.of(delivery)));
        assertSame("when each event has a transaction of its own");
    }

    /** Rule E9: between aggregates there is no order. */
    @Test
    void theOrderBetweenAggregatesMakesNoDifference() {
        fixture.clear().deliver(inTurn(stories()));
        assertSame("when the events of the aggregates come in turn");
        var reversed = new ArrayList<>(stories());
        Collections.reverse(reversed);
        fixture.clear().deliver(oneAfterTheOther(reversed));
        assertSame("when the aggregates come the other way round");
    }

    /** Rule S2: position, deduplication and effect commit together, or not at all. */
    @Test
    void whatDiesBeforeTheCommitLeavesNothingAndCountsOnceAfterwards() {
        fixture.clear();
        fixture.faultPoint((place, name) -> {
            throw new IllegalStateException("killed");
        });
        var deliveries = oneAfterTheOther(stories());
        assertThrows(IllegalStateException.class, () -> fixture.deliver(deliveries));
        assertEquals(List.of(), fixture.content(), "Something is written outside of the transaction.");
        fixture.faultPoint((place, name) -> {});
        fixture.deliver(deliveries);
        assertSame("after the first try died before its commit");
    }

    /** Rules E5, E9. */
    @Test
    void anAggregateThatFailsIsParkedAloneAndItsRedriveMakesTheRowsWhole() throws Exception {
        for (var victim : stories()) {
            fixture.clear().stages().clear();
            fixture.stages().add((delivery, next) -> {
                if (victim.aggregateId().equals(delivery.key())) {
                    throw new IllegalStateException("poison");
                }
                return next.handle(delivery);
            });
            for (var delivery : inTurn(stories())) {
                var outcome = fixture.deliverForTheLastTime(delivery);
                if (victim.aggregateId().equals(delivery.key())) {
                    assertInstanceOf(Outcome.DeadLettered.class, outcome);
                }
            }
            fixture.stages().clear();
            assertEquals(
                    victim.events().size(),
                    fixture.redrive().aggregate(victim.aggregateId()).redriven());
            assertSame("after aggregate " + victim.aggregateId() + " was parked and redriven");
        }
    }

    /** Rules S2, E6. */
    @Test
    void anEventTypeThatNobodyHandlesChangesNothingButTheWatermark() {
        var story = stories().get(0);
        fixture.deliver(List.of(fixture.records().nextOfUnknownType(story.aggregateId())));
        assertSame("after an event of a type that nobody knows");
        fixture.thenRows(
                "select aggregate_version from antiphon.watermark where aggregate_id = '"
                        + story.aggregateId().replace("'", "''") + "'",
                Integer.toString(story.events().size() + 1));
    }

    /** Rule S3. */
    @Test
    void snapshotsGiveTheSameRowsAsTheEvents() {
        forEachSnapshot((story, version) -> {
            fixture.clear();
            for (var other : stories()) {
                if (!other.aggregateId().equals(story.aggregateId())) {
                    fixture.deliver(oneAfterTheOther(List.of(other)));
                }
            }
            fixture.givenSnapshots(story.snapshots().get(version));
            fixture.deliver(oneAfterTheOther(List.of(story)));
            assertSame("when " + story.aggregateId() + " begins with its snapshot of version " + version);
        });
    }

    /** Rule S3: it may run while events flow. */
    @Test
    void aSnapshotAmongTheEventsMakesNoDifference() {
        forEachSnapshot((story, version) -> {
            for (var before = 1; before <= version; before++) {
                fixture.clear();
                var all = inTurn(stories());
                fixture.deliver(all.subList(0, Math.min(before, all.size())));
                fixture.givenSnapshots(story.snapshots().get(version));
                fixture.deliver(all);
                assertSame("when the snapshot of " + story.aggregateId() + " of version " + version + " comes after "
                        + before + " events");
            }
        });
    }

    private interface SnapshotCheck {
        void of(ProjectionStory story, Long version);
    }

    private void forEachSnapshot(SnapshotCheck check) {
        assumeTrue(
                fixture.definition().snapshot().isPresent(),
                "The projection has no method for snapshots, so it cannot be rebuilt");
        var checked = 0;
        for (var story : stories()) {
            for (var version : story.snapshots().keySet()) {
                check.of(story, version);
                checked++;
            }
        }
        if (checked == 0) {
            throw new AssertionError("The projection has a method for snapshots, but no story has one: add"
                    + " .state(snapshot) behind some events.");
        }
    }
}
