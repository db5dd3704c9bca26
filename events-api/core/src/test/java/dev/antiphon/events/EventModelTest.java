package dev.antiphon.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules E1, E8: one topic per entity, names of one form, actions in the past tense, nothing sensitive. */
class EventModelTest {

    @Topic("shop.orders.order")
    sealed interface Good permits Placed, Sent, Odd {}

    @EventType("order.placed")
    record Placed(String id) implements Good {}

    @EventType("order.sent")
    record Sent(String id) implements Good {}

    @EventType(value = "order.overthrew", irregular = true, version = 3, oldestVersion = 3)
    record Odd(String id) implements Good {}

    @Topic("shop.orders.order")
    sealed interface Imperative permits Place {}

    @EventType("order.place")
    record Place() implements Imperative {}

    @Topic("shop.orders.order")
    sealed interface OtherEntity permits Listed {}

    @EventType("product.listed")
    record Listed() implements OtherEntity {}

    @Topic("shop.orders.order")
    sealed interface Twice permits One, Two {}

    @EventType("order.placed")
    record One() implements Twice {}

    @EventType("order.placed")
    record Two() implements Twice {}

    @Topic("shop.orders.order")
    sealed interface Bare permits NoEvent {}

    record NoEvent() implements Bare {}

    @Topic("orders")
    sealed interface BadTopic permits Paid {}

    @EventType("order.paid")
    record Paid() implements BadTopic {}

    @Topic("shop.orders.order")
    sealed interface Secret permits Charged {}

    @EventType("order.charged")
    record Charged(String id, @Sensitive String card) implements Secret {}

    @Topic("shop.orders.order")
    sealed interface DeepSecret permits Booked {}

    @EventType("order.booked")
    record Booked(String id, Optional<Map<String, List<Guest[]>>> guests) implements DeepSecret {}

    record Guest(String room, Document document) {}

    sealed interface Document permits Passport {}

    record Passport(@Sensitive String number) implements Document {}

    interface Open {}

    @Test
    void readsTopicEntityAndTypes() {
        var model = EventModel.of(Good.class);

        assertThat(model.topic()).isEqualTo(new TopicName("shop.orders.order", "order"));
        assertThat(model.classes().keySet()).containsExactlyInAnyOrder("order.placed", "order.sent", "order.overthrew");
        assertThat(model.classOf("order.placed")).contains(Placed.class);
        assertThat(model.classOf("order.unknown")).isEmpty();
        assertThat(EventModel.familyOf(Placed.class)).isEqualTo(Good.class);
    }

    @Test
    void refusesWhatBreaksTheRuleAndNamesIt() {
        refused(Imperative.class, "order.place", "past tense");
        refused(OtherEntity.class, "product.listed", "order.");
        refused(Twice.class, "order.placed", "another name");
        refused(Bare.class, "NoEvent", "@EventType");
        refused(BadTopic.class, "'orders'", "<system>.<service>.<entity>");
        refused(Secret.class, "order.charged", "Charged", "'card'", "E8");
        refused(DeepSecret.class, "order.booked", "Booked", "'guests.document.number'", "E8");
        refused(Open.class, "Open", "sealed interface");
        assertThatThrownBy(() -> EventModel.familyOf(String.class)).isInstanceOf(InvalidEventModelException.class);
    }

    private static void refused(Class<?> family, String... told) {
        assertThatThrownBy(() -> EventModel.of(family))
                .isInstanceOf(InvalidEventModelException.class)
                .hasMessageContainingAll(told);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "order",
                "shop.order",
                "Shop.orders.order",
                "shop.orders.order.v1",
                "shop.orders.order.placed",
                "shop..order"
            })
    void refusesTopicsOfAnotherForm(String name) {
        assertThatThrownBy(() -> TopicName.of(name)).hasMessageContaining(name);
    }

    @Test
    void takesTheTopicOfABreakingVersion() {
        assertThat(TopicName.of("shop.orders.order.v2").entity()).isEqualTo("order");
    }
}
