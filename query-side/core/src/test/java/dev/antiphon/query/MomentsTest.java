package dev.antiphon.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class MomentsTest {

    @Test
    void areOfTheYears1To9999() {
        var first = LocalDate.of(1, 1, 1);
        var last = Instant.parse("9999-12-31T23:59:59.999999Z");

        assertThat(Moments.within(first)).isEqualTo(first);
        assertThat(Moments.within(last)).isEqualTo(last);
        assertThatThrownBy(() -> Moments.within(first.minusDays(1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Moments.within(LocalDate.MAX)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Moments.within(Instant.MAX)).isInstanceOf(IllegalArgumentException.class);
    }
}
