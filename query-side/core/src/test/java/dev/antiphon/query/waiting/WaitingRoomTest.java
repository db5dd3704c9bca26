package dev.antiphon.query.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class WaitingRoomTest {

    private static final Duration TICK = Duration.ofMillis(20);
    private static final Duration BOUND = Duration.ofSeconds(3);
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final AggregateKey ORDER = new AggregateKey("order_summary", "536365");
    private static final AggregateKey OTHER = new AggregateKey("order_summary", "536366");

    private final FakeScheduler time = new FakeScheduler();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Map<AggregateKey, Long> applied = new HashMap<>();
    private Function<Set<AggregateKey>, Map<AggregateKey, Long>> database = keys -> Map.copyOf(applied);
    private int looks;
    private final WaitingRoom room =
            new WaitingRoom(this::look, time, new WaitLimits(BOUND, LONGEST, TICK, 20), meters);

    private Map<AggregateKey, Long> look(Set<AggregateKey> keys) {
        looks++;
        return database.apply(keys);
    }

    private CompletableFuture<Sighting> await(AggregateKey key, long version) {
        return await(key, version, BOUND);
    }

    private CompletableFuture<Sighting> await(AggregateKey key, long version, Duration bound) {
        return room.await(wait(key, version, bound)).toCompletableFuture();
    }

    private static Wait wait(AggregateKey key, long version, Duration bound) {
        return new Wait(List.of(new AwaitedVersion(key, version)), bound);
    }

    @Test
    void whoComesIntoAnEmptyRoomIsLookedForAtOnce() {
        applied.put(ORDER, 2L);

        var wait = await(ORDER, 2);
        time.run();

        assertThat(wait).isCompletedWithValueMatching(Sighting::reached);
    }

    @Test
    void waitsUntilTheVersionIsThere() {
        var wait = await(ORDER, 2);
        time.run();
        applied.put(ORDER, 1L);
        time.advance(TICK);
        assertThat(wait).isNotDone();

        applied.put(ORDER, 3L);
        time.advance(TICK);

        assertThat(wait.join().reached()).isTrue();
        assertThat(wait.join().visibleVersion(ORDER)).contains(3L);
    }

    @Test
    void oneLookServesAll() {
        var first = await(ORDER, 1);
        var second = await(OTHER, 1);
        time.run();
        assertThat(looks).isEqualTo(1);

        applied.putAll(Map.of(ORDER, 1L, OTHER, 1L));
        time.advance(TICK);

        assertThat(looks).isEqualTo(2);
        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
    }

    @Test
    void looksOncePerIntervalAndNotAtAllWhileNobodyWaits() {
        await(ORDER, 1);
        time.advance(TICK.multipliedBy(10));
        assertThat(looks).isEqualTo(11);

        applied.put(ORDER, 1L);
        time.advance(TICK.multipliedBy(10));

        assertThat(looks).isEqualTo(12);
        assertThat(time.isIdle()).isTrue();
    }

    @Test
    void neverLooksTwiceInOneIntervalHoweverOftenTheRoomFills() {
        applied.put(ORDER, 1L);
        for (var i = 0; i < 10; i++) {
            await(ORDER, 1);
            time.advance(Duration.ofMillis(4));
        }

        assertThat(looks).isLessThanOrEqualTo(3);
    }

    @Test
    void endsAtTheBoundWithWhatWasSeen() {
        applied.put(ORDER, 1L);
        var known = await(ORDER, 2);
        var unknown = await(OTHER, 1);

        time.advance(BOUND.minusMillis(1));
        assertThat(known).isNotDone();
        time.advance(TICK);

        assertThat(known.join().missing()).contains(new AwaitedVersion(ORDER, 2));
        assertThat(known.join().visibleVersion(ORDER)).contains(1L);
        assertThat(unknown.join().visibleVersion(OTHER)).contains(0L);
        assertThat(unknown.join().reached()).isFalse();
        assertThat(room.size()).isZero();
    }

    @Test
    void aBoundOfZeroStillLooksOnce() {
        applied.put(ORDER, 1L);

        var wait = await(ORDER, 1, Duration.ZERO);
        time.run();

        assertThat(wait).isCompletedWithValueMatching(Sighting::reached);
    }

    @Test
    void everyWaitHasItsOwnBoundAndNoneOutlastsTheLongest() {
        var brief = await(ORDER, 1, Duration.ofSeconds(1));
        var endless = await(ORDER, 1, Duration.ofDays(1));

        time.advance(Duration.ofMillis(1_020));
        assertThat(brief).isCompletedWithValueMatching(sighting -> !sighting.reached());
        assertThat(endless).isNotDone();
        time.advance(LONGEST);

        assertThat(endless).isCompletedWithValueMatching(sighting -> !sighting.reached());
    }

    @Test
    void aWaitForSeveralEndsWhenAllAreThere() {
        var both = room.await(new Wait(List.of(new AwaitedVersion(ORDER, 1), new AwaitedVersion(OTHER, 2)), BOUND))
                .toCompletableFuture();
        applied.putAll(Map.of(ORDER, 1L, OTHER, 1L));
        time.run();
        assertThat(both).isNotDone();

        applied.put(OTHER, 2L);
        time.advance(TICK);

        assertThat(both).isCompletedWithValueMatching(Sighting::reached);
    }

    @Test
    void endsNearTheBoundAlsoWhileTheDatabaseKeepsALookWaiting() {
        // what the second thread of the scheduler would do meanwhile
        database = keys -> {
            time.advance(Duration.ofMinutes(1));
            return Map.of();
        };

        var wait = await(ORDER, 1);
        var ended = wait.thenApply(sighting -> time.nanoTime());
        time.run();

        assertThat(wait.join().visibleVersion(ORDER)).isEmpty();
        assertThat(Duration.ofNanos(ended.join())).isLessThan(BOUND.plusMillis(1100));
        assertThat(looks).isEqualTo(1);
    }

    @Test
    void aFailureOfTheDatabaseEndsTheWaitsItConcernsAndNoLaterOne() {
        var failure = new IllegalStateException("away");
        database = keys -> {
            throw failure;
        };
        var wait = await(ORDER, 1);
        time.run();
        assertThatThrownBy(wait::join).hasCause(failure);

        database = keys -> Map.of(ORDER, 1L);
        var later = await(ORDER, 1);
        time.advance(TICK);

        assertThat(later).isCompletedWithValueMatching(Sighting::reached);
    }

    @Test
    void takesNoMoreThanItHasPlaces() {
        for (var i = 0; i < 20; i++) {
            await(ORDER, 1);
        }

        assertThatThrownBy(() -> await(ORDER, 1)).isInstanceOf(NoPlaceException.class);
        assertThat(meters.get("antiphon.query.waiting").gauge().value()).isEqualTo(20);
    }

    @Test
    void closingEndsAllWaitsAndLooksNoMore() {
        var wait = await(ORDER, 1);
        time.run();

        room.close();
        time.advance(BOUND);

        assertThatThrownBy(wait::join).hasCauseInstanceOf(NoPlaceException.class);
        assertThatThrownBy(() -> await(ORDER, 1)).isInstanceOf(NoPlaceException.class);
        assertThat(looks).isEqualTo(1);
        assertThat(time.isIdle()).isTrue();
    }

    @Test
    void oneBrokenContinuationDoesNotHurtTheOthers() {
        applied.putAll(Map.of(ORDER, 1L, OTHER, 1L));
        await(ORDER, 1).thenRun(() -> {
            throw new IllegalStateException("the client is gone");
        });
        var other = await(OTHER, 1);

        time.run();

        assertThat(other).isCompleted();
    }

    @Test
    void measuresHowLongQueriesWaited() {
        await(ORDER, 1);
        time.advance(TICK);
        applied.put(ORDER, 1L);
        time.advance(TICK);

        var timer = meters.get("antiphon.query.wait").tag("outcome", "reached").timer();
        assertThat(timer.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(40);
    }
}
