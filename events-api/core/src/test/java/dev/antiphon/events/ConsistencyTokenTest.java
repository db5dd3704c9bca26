package dev.antiphon.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsistencyTokenTest {

    @ParameterizedTest
    @ValueSource(strings = {"536365", "a/b.c", "Größe, 5 \"€\"", "\uD83D\uDE80"})
    void comesBackWhateverTheId(String id) {
        var token = new ConsistencyToken("order", id, 3);

        assertThat(token.toString()).matches("[\\w-]+\\.3");
        assertThat(ConsistencyToken.parse(token.toString())).isEqualTo(token);
    }

    @Test
    void tokensOfOneAggregateBeginAlike() {
        assertThat(new ConsistencyToken("order", "1", 12).toString().replaceAll("\\.\\d+$", ""))
                .isEqualTo(new ConsistencyToken("order", "1", 3).toString().replaceAll("\\.\\d+$", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "7", ".7", "b3JkZXIvMQ", "b3JkZXIvMQ.", "b3JkZXIvMQ.0", "b3JkZXIvMQ.07",
                        "b3JkZXIvMQ.1234567890123456789",
                "b3JkZXIvMQ.-1", "b3JkZXIvMQ==.1", "b3JkZXI.1", "LzE.1", "b3JkZXIv.1", "b3JkZXIvAA.1", "_w.1",
                        "b3JkZXIvMQ.1.1",
                "b3JkZXIvMQ .1"
            })
    void whatIsNoTokenIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> ConsistencyToken.parse(text));
    }
}
