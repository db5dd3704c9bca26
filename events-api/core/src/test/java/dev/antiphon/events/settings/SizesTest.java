package dev.antiphon.events.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizesTest {

    @ParameterizedTest
    @CsvSource({"17,17", "900KiB,921600", "4 MiB,4194304", "2047MiB,2146435072"})
    void readsBytesKibibytesAndMebibytes(String text, int bytes) {
        assertThat(Sizes.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "much", "-1", "4MB", "4mib", "2048MiB", "1.5MiB"})
    void refusesWhatIsNoSize(String text) {
        assertThatThrownBy(() -> Sizes.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
