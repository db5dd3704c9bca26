package dev.antiphon.orders.projector;

import static dev.antiphon.orders.projector.Orders.confirmed;
import static dev.antiphon.orders.projector.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.orders.events.OrderCancelled;
import dev.antiphon.orders.events.OrderKind;
import dev.antiphon.orders.events.OrderShipped;
import dev.antiphon.projector.testkit.ProjectionFixture;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderSummaryProjectionTest {

    private static final String AT = "2010-12-01T08:26:00Z";

    private final ProjectionFixture model = ProjectionFixture.of(new OrderSummaryProjection(), Orders.READ);

    private static List<String> summaries() {
        return Orders.READ.rows("select order_id, kind, status, customer_id, total_minor, line_count, item_count,"
                + " ordered_at at time zone 'UTC', version from order_summary order by order_id");
    }

    @Test
    void followsAnOrder() {
        model.given("536365", placed("536365", OrderKind.SALE, "17850", 1530, AT));
        assertThat(summaries()).containsExactly("536365|SALE|PLACED|17850|1530|2|4|2010-12-01 08:26:00|1");
        model.given("536365", confirmed("536365", OrderKind.SALE, "17850", 1530, AT), new OrderShipped("536365"));
        assertThat(summaries()).containsExactly("536365|SALE|SHIPPED|17850|1530|2|4|2010-12-01 08:26:00|3");
    }

    @Test
    void knowsReturnsAndUnknownCustomersAndCancellations() {
        model.given("C1", placed("C1", OrderKind.RETURN, null, 200, AT), new OrderCancelled("C1"));
        assertThat(summaries()).containsExactly("C1|RETURN|CANCELLED|null|200|2|4|2010-12-01 08:26:00|2");
    }
}
