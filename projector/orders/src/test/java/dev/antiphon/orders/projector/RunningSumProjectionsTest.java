package dev.antiphon.orders.projector;

import static dev.antiphon.orders.events.OrderKind.RETURN;
import static dev.antiphon.orders.events.OrderKind.SALE;
import static dev.antiphon.orders.projector.Orders.confirmed;
import static dev.antiphon.orders.projector.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.orders.events.OrderCancelled;
import dev.antiphon.orders.events.OrderKind;
import dev.antiphon.orders.events.OrderShipped;
import dev.antiphon.projector.testkit.ProjectionFixture;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunningSumProjectionsTest {

    private static final String LATE = "2010-12-01T23:59:59.999Z";
    private static final String NEXT_DAY = "2010-12-02T00:00:00Z";

    private static void confirm(
            ProjectionFixture model, String id, OrderKind kind, String customer, long total, String at) {
        model.given(id, placed(id, kind, customer, total, at), confirmed(id, kind, customer, total, at));
    }

    private static List<String> sales() {
        return Orders.READ.rows(
                "select day, currency, amount_minor, sale_count, return_count from daily_sales order by day");
    }

    private static List<String> spend() {
        return Orders.READ.rows(
                "select customer_id, currency, amount_minor, sale_count, return_count from customer_spend order by customer_id");
    }

    @Test
    void countsForTheDayInUtcFromTheConfirmationOn() {
        var model = ProjectionFixture.of(new DailySalesProjection(), Orders.READ);
        model.given("1", placed("1", SALE, "a", 1000, LATE));
        assertThat(sales()).isEmpty();
        model.given("1", confirmed("1", SALE, "a", 1000, LATE));
        confirm(model, "2", SALE, null, 500, LATE);
        confirm(model, "C3", RETURN, "a", 300, NEXT_DAY);
        assertThat(sales()).containsExactly("2010-12-01|GBP|1500|2|0", "2010-12-02|GBP|-300|0|1");
    }

    @Test
    void reversesSalesAndReturnsAtCancellation() {
        var model = ProjectionFixture.of(new DailySalesProjection(), Orders.READ);
        confirm(model, "1", SALE, "a", 1000, LATE);
        confirm(model, "C2", RETURN, "a", 300, LATE);
        confirm(model, "3", SALE, "a", 7, NEXT_DAY);
        model.given("1", new OrderCancelled("1"));
        assertThat(sales()).containsExactly("2010-12-01|GBP|-300|0|1", "2010-12-02|GBP|7|1|0");
        model.given("C2", new OrderCancelled("C2"));
        model.given("3", new OrderShipped("3"));
        assertThat(sales()).containsExactly("2010-12-02|GBP|7|1|0");
    }

    @Test
    void doesNotReverseWhatNeverCounted() {
        var model = ProjectionFixture.of(new DailySalesProjection(), Orders.READ);
        confirm(model, "1", SALE, "a", 1000, LATE);
        model.given("2", placed("2", SALE, "a", 400, LATE), new OrderCancelled("2"));
        assertThat(sales()).containsExactly("2010-12-01|GBP|1000|1|0");
    }

    @Test
    void addsUpForKnownCustomersOnly() {
        var model = ProjectionFixture.of(new CustomerSpendProjection(), Orders.READ);
        confirm(model, "1", SALE, "a", 1000, LATE);
        confirm(model, "2", SALE, null, 500, LATE);
        confirm(model, "C3", RETURN, "a", 1300, NEXT_DAY);
        confirm(model, "4", SALE, "b", 40, NEXT_DAY);
        assertThat(spend()).containsExactly("a|GBP|-300|1|1", "b|GBP|40|1|0");
        model.given("4", new OrderCancelled("4"));
        model.given("2", new OrderCancelled("2"));
        assertThat(spend()).containsExactly("a|GBP|-300|1|1");
    }
}
