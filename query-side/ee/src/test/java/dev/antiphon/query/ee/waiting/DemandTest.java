package dev.antiphon.query.ee.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.antiphon.events.ConsistencyToken;
import dev.antiphon.query.InvalidParameterException;
import dev.antiphon.query.ReadModel;
import dev.antiphon.query.waiting.AggregateKey;
import dev.antiphon.query.waiting.AwaitedVersion;
import dev.antiphon.query.waiting.WaitLimits;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemandTest {

    private static final WaitLimits LIMITS =
            new WaitLimits(Duration.ofSeconds(3), Duration.ofSeconds(30), Duration.ofMillis(20), 10);
    private static final String FIRST = new ConsistencyToken("order", "1", 4).toString();
    private static final String SECOND = new ConsistencyToken("order", "2", 5).toString();
    private static final String PRODUCT = new ConsistencyToken("product", "1", 9).toString();

    private final ReadModel model;

    DemandTest() throws NoSuchMethodException {
        model = DemandTest.class.getDeclaredMethod("query").getAnnotation(ReadModel.class);
    }

    @ReadModel(projection = "order_summary", of = "order")
    private static void query() {}

    private static AwaitedVersion awaited(String id, long version) {
        return new AwaitedVersion(new AggregateKey("order_summary", id), version);
    }

    @Test
    void nothingAskedIsNoWait() {
        assertThat(Demand.read(List.of(), List.of(), List.of("wait=5")).of(model, "1", LIMITS))
                .isEmpty();
    }

    @Test
    void aRowWaitsForItsOwnAggregateOnly() {
        var wait = Demand.read(List.of("2"), List.of(FIRST + " , " + SECOND, PRODUCT), List.of())
                .of(model, "1", LIMITS)
                .orElseThrow();

        assertThat(wait.versions()).containsExactly(awaited("1", 2), awaited("1", 4));
        assertThat(wait.bound()).isEqualTo(LIMITS.usual());
    }

    @Test
    void aListWaitsForAllAggregatesOfItsType() {
        var wait = Demand.read(List.of(), List.of(FIRST + "," + SECOND + "," + PRODUCT), List.of("wait=7"))
                .of(model, null, LIMITS)
                .orElseThrow();

        assertThat(wait.versions()).containsExactly(awaited("1", 4), awaited("2", 5));
        assertThat(wait.bound()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void aListHasNoVersionOfItsOwn() {
        var demand = Demand.read(List.of("2"), List.of(), List.of());

        assertThatThrownBy(() -> demand.of(model, null, LIMITS))
                .isInstanceOf(InvalidParameterException.class)
                .hasMessageContaining("Consistency-Token");
    }
}
