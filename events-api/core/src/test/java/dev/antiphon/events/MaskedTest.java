package dev.antiphon.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rule E8: what is sensitive is in no text of the framework. */
class MaskedTest {

    record Pay(String orderId, @Sensitive String card, List<Guest> guests, Map<String, Guest> rooms) {}

    record Guest(String name, @Sensitive int age) {}

    record Wide(Object any, Optional<Guest> guest, int[] numbers) {}

    static final class Login {
        private final String user = "ann";

        @Sensitive
        private final String password = "hunter2";

        @Override
        public String toString() {
            return user + password;
        }
    }

    record Refusing(@Sensitive String secret) {
        @Override
        public String secret() {
            throw new IllegalStateException("hunter2");
        }
    }

    @Test
    void masksWhatIsMarkedHoweverDeep() {
        var ann = new Guest("Ann", 77);

        assertThat(Masked.text(new Pay("o1", "4111", List.of(ann), Map.of("a", ann))))
                .isEqualTo("Pay[orderId=o1, card=***, guests=[Guest[name=Ann, age=***]], "
                        + "rooms=[a=Guest[name=Ann, age=***]]]");
        assertThat(Masked.text(new Wide(new Guest[] {ann}, Optional.of(ann), new int[] {1, 2})))
                .isEqualTo("Wide[any=[Guest[name=Ann, age=***]], guest=Optional[Guest[name=Ann, age=***]], "
                        + "numbers=[1, 2]]");
        assertThat(Masked.text(new Login())).isEqualTo("Login[user=ann, password=***]");
        assertThat(Masked.text(new Pay("o1", "4111", null, null)))
                .isEqualTo("Pay[orderId=o1, card=***, guests=null, rooms=null]");
        assertThat(Masked.text(null)).isEqualTo("null");
    }

    @Test
    void aLongListIsCutAndAKnotEnds() {
        assertThat(Masked.text(Collections.nCopies(50, 1))).endsWith("1, 1, … 30 more]");
        var knot = new Object[1];
        knot[0] = Arrays.asList(knot);
        assertThat(Masked.text(knot)).isEqualTo("[[[[[[[[…]]]]]]]]");
    }

    @Test
    void tellsWhereItIsNeeded() {
        assertThat(Masked.isNeededFor(Pay.class)).isTrue();
        assertThat(Masked.isNeededFor(String.class)).isFalse();
        assertThat(Masked.isNeededAt(Pay.class, List.of("card"))).isTrue();
        assertThat(Masked.isNeededAt(Pay.class, List.of("guests", "age"))).isTrue();
        assertThat(Masked.isNeededAt(Pay.class, List.of("guests", "name"))).isFalse();
        assertThat(Masked.isNeededAt(Pay.class, List.of())).isFalse();
    }

    @Test
    void jsonFailuresDoNotRepeatIt() {
        assertThatThrownBy(() -> EventJson.read("{\"age\":\"hunter2\"}".getBytes(StandardCharsets.UTF_8), Guest.class))
                .isInstanceOf(UnreadablePayloadException.class)
                .satisfies(failure -> assertThat(trace(failure)).doesNotContain("hunter2"));
        assertThatThrownBy(() -> EventJson.write(new Refusing("x")))
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(failure -> assertThat(trace(failure)).doesNotContain("hunter2"));
    }

    private static String trace(Throwable failure) {
        var text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
