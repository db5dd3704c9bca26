package dev.antiphon.command.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AggregateHashTest {

    /** These values stand in the databases of users: if this test fails, the hash must be changed back. */
    @Test
    void neverChanges() {
        assertThat(AggregateHash.of("order", "536365")).isEqualTo(39974);
        assertThat(AggregateHash.of("product", "85123A")).isEqualTo(7392);
        assertThat(AggregateHash.of("order", "Ünïcode")).isEqualTo(30189);
    }

    @Test
    void spreadsOverTheWholeSpace() {
        var lanes = new Integer[16];
        Arrays.fill(lanes, 0);
        for (var i = 0; i < 16_000; i++) {
            lanes[AggregateHash.of("order", Integer.toString(536_365 + i)) * lanes.length / AggregateHash.SPACE]++;
        }
        assertThat(lanes).allSatisfy(count -> assertThat(count).isBetween(800, 1_200));
    }
}
