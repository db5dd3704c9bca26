package dev.antiphon.events.ee.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PercentEncodedTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "%41%0a", "%F0%9F%98%80a%C3%A4", "%25%30%30"})
    void textIsText(String raw) {
        assertThat(PercentEncoded.flaw(raw)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"a%00b,U+0000", "%C0%80,UTF-8", "%ed%a0%80,UTF-8", "%C3x,UTF-8", "%4,digits", "a%zz,digits", "%,digits"
    })
    void whatIsNoneIsSaidWhy(String raw, String flaw) {
        assertThat(PercentEncoded.flaw(raw)).contains(flaw);
    }
}
