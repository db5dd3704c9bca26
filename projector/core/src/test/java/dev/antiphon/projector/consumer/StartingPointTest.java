package dev.antiphon.projector.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.projector.consumer.StartingPoint.Why;
import dev.antiphon.projector.jdbc.Position;
import org.junit.jupiter.api.Test;

class StartingPointTest {

    private static StartingPoint of(Position stored) {
        return StartingPoint.of(stored, "new", 10, 100);
    }

    private static StartingPoint at(long offset, Why why) {
        return new StartingPoint(new Position("new", offset), why);
    }

    @Test
    void decides() {
        assertThat(of(null)).isEqualTo(at(10, Why.NEW));
        assertThat(of(new Position("new", 50))).isEqualTo(at(50, Why.CONTINUED));
        assertThat(of(new Position("new", 10))).isEqualTo(at(10, Why.CONTINUED));
        assertThat(of(new Position("new", 100))).isEqualTo(at(100, Why.CONTINUED));
        assertThat(of(new Position("new", 101))).isEqualTo(at(10, Why.BEYOND_END));
        assertThat(of(new Position("new", 9))).isEqualTo(at(10, Why.BELOW_START));
        assertThat(of(new Position("old", 50))).isEqualTo(at(10, Why.OTHER_TOPIC));
    }
}
