package dev.antiphon.orders.command.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.command.Refusal;
import dev.antiphon.command.testkit.CommandFixture;
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
    private static final PlaceOrder PLACE = place("GBP", line(6, "2.55"), line(6, "2.55"), line(1, "0"));
    private static final ConfirmOrder CONFIRM = new ConfirmOrder("1");
    private static final ShipOrder SHIP = new ShipOrder("1");
    private static final CancelOrder CANCEL = new CancelOrder("1");

    private final CommandFixture orders = CommandFixture.of(
            new PlaceOrderHandler(), new ConfirmOrderHandler(), new ShipOrderHandler(), new CancelOrderHandler());

    private static PlaceOrder.Line line(int quantity, String price) {
        return new PlaceOrder.Line("85123A", "HEART", quantity, new BigDecimal(price));
    }

    private static PlaceOrder place(String currency, PlaceOrder.Line... lines) {
        return new PlaceOrder("1", OrderKind.SALE, "17850", currency, NOW, Arrays.asList(lines));
    }

    @Test
    void identicalLinesAllCount() {
        orders.when(PLACE)
                .then(new OrderPlaced(
                        "1",
                        OrderKind.SALE,
                        "17850",
                        "GBP",
                        3060,
                        NOW,
                        List.of(
                                new OrderPlaced.Line("85123A", "HEART", 6, 255),
                                new OrderPlaced.Line("85123A", "HEART", 6, 255),
                                new OrderPlaced.Line("85123A", "HEART", 1, 0))))
                .version(1)
                .thenState(Order.class, order -> assertThat(order.totalMinor()).isEqualTo(2 * 6 * 255));
    }

    @Test
    void goesItsWayWithOneVersionForEachEvent() {
        orders.given(PLACE)
                .when(CONFIRM)
                .then(new OrderConfirmed("1", OrderKind.SALE, "17850", "GBP", 3060, NOW))
                .version(2);
        orders.given(PLACE, CONFIRM).when(SHIP).then(new OrderShipped("1")).version(3);
    }

    @Test
    void canBeCalledOffUntilItIsShipped() {
        orders.given(PLACE).when(CANCEL).then(new OrderCancelled("1")).version(2);
        orders.given(PLACE, CONFIRM).when(CANCEL).then(new OrderCancelled("1")).version(3);
        orders.given(PLACE, CONFIRM, SHIP).when(CANCEL).thenRefused("order-not-cancellable");
        orders.given(PLACE, CONFIRM, SHIP).when(CONFIRM).thenRefused("order-not-placed");
        orders.given(PLACE, CANCEL).when(CONFIRM).thenRefused("order-not-placed");
        orders.given(PLACE).when(SHIP).thenRefused("order-not-confirmed");
    }

    @Test
    void isKnownByItsId() {
        orders.when(CONFIRM).thenRefused(Refusal.NOT_FOUND);
        orders.given(PLACE).when(PLACE).thenRefused(Refusal.ALREADY_EXISTS);
        var unnamed = new PlaceOrder(null, OrderKind.SALE, null, "GBP", NOW, List.of(line(1, "1")));
        assertThat(orders.when(unnamed).result().id()).hasSize(26);
    }

    @Test
    void namesEveryLineWhosePriceIsFinerThanTheCurrency() {
        orders.when(place("GBP", line(1, "0.001"), line(1, "2.550"), line(1, "1.005")))
                .thenRefused("invalid-command", "/lines/0/unitPrice", "/lines/2/unitPrice");
    }

    @Test
    void namesEveryPlaceThatBreaksAConstraint() {
        orders.when(new PlaceOrder("a/b", OrderKind.SALE, null, "GBP", NOW, List.of(line(0, "-1"))))
                .thenRefused("invalid-command", "/orderId", "/lines/0/quantity", "/lines/0/unitPrice");
        orders.when(new ConfirmOrder(" ")).thenRefused("invalid-command", "/orderId");
    }

    @ParameterizedTest
    @CsvSource({"JPY, 120, 120", "GBP, 1.2, 120", "BHD, 0.12, 120", "GBP, 120e-2, 120"})
    void countsInTheMinorUnitOfTheCurrency(String currency, String price, long minor) {
        orders.when(place(currency, line(1, price)))
                .thenState(Order.class, order -> assertThat(order.totalMinor()).isEqualTo(minor));
    }

    @Test
    void refusesWhatNoCurrencyOrTotalCanBe() {
        orders.when(place("XYZ", line(1, "1"))).thenRefused("unknown-currency", "/currency");
        orders.when(place("GBP", line(1, "1e900000000"))).thenRefused("invalid-command");
        orders.when(place("GBP", line(2_000_000_000, "92233720368547758.07")))
                .thenRefused("invalid-command", "/lines/0");
    }
}
