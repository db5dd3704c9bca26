package dev.antiphon.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule E1: one topic per entity, names of one form, actions in the past tense. */
class EventModelTest {

    @Topic("shop.orders.order")
    sealed interface Good permits Placed, Sent, Odd {}

    @EventType("order.placed")
    record Placed(String id) implements Good {}

    @EventType("order.sent")
    record Sent(String id) implements Good {}

    @EventType(value = "order.overthrew", irregular = true, version = 3)
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
