package dev.antiphon.dev.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ClockChecksTest {

    private static final Instant BEFORE = Instant.parse("2026-05-01T10:15:30Z");
    private static final Instant AFTER = BEFORE.plusSeconds(3);

    private static String compare(Instant there) {
        var finding = ClockChecks.compare("the read database", there, BEFORE, AFTER);
        return finding.level() + " " + finding.what();
    }

    @Test
    void moreThanASecondIsAWarningAndTheTimeOfTheAnswerIsNotCounted() {
        assertThat(compare(BEFORE.plusSeconds(2))).startsWith("OK ");
        assertThat(compare(BEFORE.minusMillis(1000))).startsWith("OK ");
        assertThat(compare(BEFORE.minusMillis(1500)))
                .isEqualTo("WARNING the read database is 1.5 s behind this machine");
        assertThat(compare(AFTER.plusMillis(2500)))
                .isEqualTo("WARNING the read database is 2.5 s ahead of this machine");
    }
}
