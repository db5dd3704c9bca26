package dev.antiphon.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Rule E7: readers upcast old payloads. */
class EventReaderTest {

    @Topic("shop.orders.parcel")
    sealed interface Parcels permits Sent {}

    @EventType(
            value = "parcel.sent",
            version = 3,
            upcasters = {SplitsName.class, AddsUnit.class})
    record Sent(String first, String last, BigDecimal weight, String unit) implements Parcels {}

    static class SplitsName implements Upcaster {

        @Override
        public int from() {
            return 1;
        }

        @Override
        public ObjectNode upcast(ObjectNode payload) {
            var name = payload.remove("name").textValue().split(" ");
            return payload.put("first", name[0]).put("last", name[1]);
        }
    }

    static class AddsUnit implements Upcaster {

        @Override
        public int from() {
            return 2;
        }

        @Override
        public ObjectNode upcast(ObjectNode payload) {
            return payload.put("unit", "kg");
        }
    }

    static class StartsFromFour extends AddsUnit {

        @Override
        public int from() {
            return 4;
        }
    }

    static class NeedsAnArgument extends AddsUnit {

        NeedsAnArgument(String argument) {}
    }

    @Topic("shop.orders.parcel")
    sealed interface Hole permits WithoutSecond {}

    @EventType(value = "parcel.sent", version = 3, upcasters = SplitsName.class)
    record WithoutSecond() implements Hole {}

    @Topic("shop.orders.parcel")
    sealed interface Double permits TwiceFromTwo {}

    @EventType(
            value = "parcel.sent",
            version = 3,
            oldestVersion = 2,
            upcasters = {AddsUnit.class, AddsUnit.class})
    record TwiceFromTwo() implements Double {}

    @Topic("shop.orders.parcel")
    sealed interface Surplus permits FromFour {}

    @EventType(value = "parcel.sent", upcasters = StartsFromFour.class)
    record FromFour() implements Surplus {}

    @Topic("shop.orders.parcel")
    sealed interface Unmade permits Unconstructed {}

    @EventType(value = "parcel.sent", version = 3, oldestVersion = 2, upcasters = NeedsAnArgument.class)
    record Unconstructed() implements Unmade {}

    @Topic("shop.orders.parcel")
    sealed interface Zero permits VersionZero {}

    @EventType(value = "parcel.sent", version = 0)
    record VersionZero() implements Zero {}

    @Topic("shop.orders.parcel")
    sealed interface Young permits OnlyThird {}

    @EventType(value = "parcel.sent", version = 3, oldestVersion = 3)
    record OnlyThird(String unit) implements Young {}

    private static Object read(Class<?> family, int version, String payload) {
        return EventModel.of(family).reader("parcel.sent").orElseThrow().read(version, payload.getBytes(UTF_8));
    }

    @Test
    void readsEachVersionAndKeepsNumbersAsTheyAreWritten() {
        var sent = new Sent("Ada", "Byron", new BigDecimal("12345678901234567890.10"), "kg");
        assertThat(read(Parcels.class, 3, EventJson.write(sent))).isEqualTo(sent);
        assertThat(read(Parcels.class, 2, "{\"first\":\"Ada\",\"last\":\"Byron\",\"weight\":12345678901234567890.10}"))
                .isEqualTo(sent);
        assertThat(read(Parcels.class, 1, "{\"name\":\"Ada Byron\",\"weight\":12345678901234567890.10}"))
                .isEqualTo(sent);
        assertThat(read(Young.class, 3, "{\"unit\":\"kg\"}")).isEqualTo(new OnlyThird("kg"));
    }

    @Test
    void saysWhatCannotBeUnderstood() {
        unreadable(Parcels.class, 4, "{}", "parcel.sent", "schema version 4", "versions 1 to 3");
        unreadable(Parcels.class, 0, "{}", "schema version 0");
        unreadable(Young.class, 2, "{}", "schema version 2", "reads version 3");
        unreadable(Parcels.class, 1, "{}", "SplitsName", "from schema version 1 to 2");
        unreadable(Parcels.class, 1, "[]", "ObjectNode");
        unreadable(Parcels.class, 3, "null", "Sent");
    }

    private static void unreadable(Class<?> family, int version, String payload, String... told) {
        assertThatThrownBy(() -> read(family, version, payload))
                .isInstanceOf(UnreadablePayloadException.class)
                .hasMessageContainingAll(told);
    }

    @Test
    void aMissingOrSurplusStepIsFoundWhenTheModelIsRead() {
        refused(Hole.class, "parcel.sent", "no upcaster from version 2 to 3", "E7");
        refused(Double.class, "AddsUnit", "both start from version 2");
        refused(Surplus.class, "StartsFromFour", "version 4");
        refused(Unmade.class, "NeedsAnArgument", "constructor without parameters");
        refused(Zero.class, "version 0", "start at 1");
    }

    private static void refused(Class<?> family, String... told) {
        assertThatThrownBy(() -> EventModel.of(family))
                .isInstanceOf(InvalidEventModelException.class)
                .hasMessageContainingAll(told);
    }
}
