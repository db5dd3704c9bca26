package dev.antiphon.query.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.antiphon.query.changes.Position.Range;
import java.util.Collections;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PositionTest {

    @Test
    void remembersWhatIsMissing() {
        var position = Position.upTo(10).with(12).with(15).with(14).with(20);

        assertThat(position).hasToString("10+12+14-15+20");
        assertThat(position.gaps()).containsExactly(new Range(11, 11), new Range(13, 13), new Range(16, 19));
        assertThat(position.highest()).isEqualTo(20);
        assertThat(position.contains(13)).isFalse();
        assertThat(position.contains(14)).isTrue();
        assertThat(position.with(11)).hasToString("12+14-15+20");
        assertThat(position.and(Position.upTo(15))).hasToString("15+20");
        assertThat(position.and(Position.parse("3+16-19"))).hasToString("10+12+14-20");
    }

    @Test
    void closesAllGapsInWhateverOrder() {
        var ids = LongStream.rangeClosed(1, 200).boxed().collect(Collectors.toList());
        Collections.shuffle(ids, new Random(7));
        var position = Position.upTo(0);
        for (var id : ids) {
            position = position.with(id);
            assertThat(Position.parse(position.toString())).isEqualTo(position);
        }

        assertThat(position).isEqualTo(Position.upTo(200));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "x", "-1", "5+5", "5+6", "5+7-6", "5+9+8", "5+7+8", "5+7-", "5 +7", "9999999999999999999"})
    void whatIsNoPositionIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Position.parse(text));
    }
}
