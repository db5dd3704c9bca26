package dev.antiphon.orders.command.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.RecordedEvent;
import dev.antiphon.command.Violation;
import dev.antiphon.orders.events.OrderCancelled;
import dev.antiphon.orders.events.OrderConfirmed;
import dev.antiphon.orders.events.OrderKind;
import dev.antiphon.orders.events.OrderPlaced;
import dev.antiphon.orders.events.OrderShipped;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderTest {

    private static final Instant NOW = Instant.parse("2010-12-01T08:26:00Z");

    private static PlaceOrder.Line line(int quantity, String price) {
        return new PlaceOrder.Line("85123A", "HEART", quantity, new BigDecimal(price));
    }

    private static PlaceOrder command(String currency, PlaceOrder.Line... lines) {
        return new PlaceOrder(null, OrderKind.SALE, "17850", currency, NOW, Arrays.asList(lines));
    }

    private static Order placed() {
        return Order.place("1", command("GBP", line(6, "2.55"), line(6, "2.55"), line(1, "0")));
    }

    @Test
    void identicalLinesAllCount() {
        var order = placed();

        assertThat(order.totalMinor()).isEqualTo(2 * 6 * 255);
        assertThat(order.lines()).hasSize(3);
        assertThat(order.takeRecorded())
                .singleElement()
                .isEqualTo(new RecordedEvent(
                        1,
                        new OrderPlaced(
                                "1",
                                OrderKind.SALE,
                                "17850",
                                "GBP",
                                3060,
                                NOW,
                                List.of(
                                        new OrderPlaced.Line("85123A", "HEART", 6, 255),
                                        new OrderPlaced.Line("85123A", "HEART", 6, 255),
                                        new OrderPlaced.Line("85123A", "HEART", 1, 0)))));
    }

    @Test
    void goesItsWayWithOneVersionForEachEvent() {
        var order = placed();
        order.confirm();
        order.ship();

        assertThat(order.version()).isEqualTo(3);
        assertThat(order.takeRecorded())
                .extracting(RecordedEvent::event)
                .elements(1, 2)
                .containsExactly(
                        new OrderConfirmed("1", OrderKind.SALE, "17850", "GBP", 3060, NOW), new OrderShipped("1"));
        assertThat(order.takeRecorded()).isEmpty();
    }

    @Test
    void canBeCalledOffUntilItIsShipped() {
        var order = placed();
        order.confirm();
        order.cancel();
        assertThat(order.takeRecorded()).last().isEqualTo(new RecordedEvent(3, new OrderCancelled("1")));

        var shipped = placed();
        shipped.confirm();
        shipped.ship();
        refused("order-not-cancellable", shipped::cancel);
        refused("order-not-placed", shipped::confirm);
        refused("order-not-confirmed", placed()::ship);
        refused("order-not-placed", order::confirm);
        assertThat(shipped.version()).isEqualTo(3);
    }

    @Test
    void namesEveryLineWhosePriceIsFinerThanTheCurrency() {
        assertThatThrownBy(() -> Order.place("1", command("GBP", line(1, "0.001"), line(1, "2.550"), line(1, "1.005"))))
                .isInstanceOfSatisfying(
                        CommandRefusedException.class,
                        refusal -> assertThat(refusal.violations())
                                .extracting(Violation::pointer)
                                .containsExactly("/lines/0/unitPrice", "/lines/2/unitPrice"));
    }

    @ParameterizedTest
    @CsvSource({"JPY, 120, 120", "GBP, 1.2, 120", "BHD, 0.12, 120", "GBP, 120e-2, 120"})
    void countsInTheMinorUnitOfTheCurrency(String currency, String price, long minor) {
        assertThat(Order.place("1", command(currency, line(1, price))).totalMinor())
                .isEqualTo(minor);
    }

    @Test
    void refusesWhatNoCurrencyOrTotalCanBe() {
        refused("unknown-currency", () -> Order.place("1", command("XYZ", line(1, "1"))));
        refused("invalid-command", () -> Order.place("1", command("GBP", line(1, "1e900000000"))));
        refused("invalid-command", () -> Order.place("1", command("GBP", line(2_000_000_000, "92233720368547758.07"))));
    }

    private static void refused(String code, Runnable action) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        CommandRefusedException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(code));
    }
}
