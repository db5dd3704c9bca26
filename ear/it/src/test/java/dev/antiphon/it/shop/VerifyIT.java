package dev.antiphon.it.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Read models are compared with the write store and mended, with everything running. */
class VerifyIT {

    private Shop shop;

    @BeforeEach
    void open() throws IOException {
        shop = Shop.open();
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private String verified(int exitCode, String... options) throws Exception {
        try (var verifying = shop.verifying(options)) {
            assertThat(verifying.exitCode(3)).as(verifying.output()).isEqualTo(exitCode);
            return verifying.output();
        }
    }

    @Test
    void whatIsUnderWayIsNoDriftAndWhatIsDriftIsMended() throws Exception {
        List<String> expected;
        try (var trade = new Trade(shop)) {
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> Integer.parseInt(shop.read("select count(*) from order_summary")
                                    .get(0))
                            > 200);
            assertThat(verified(0, "--page", "100")).contains("order_summary: ", ", no difference");
            shop.changeReadDatabase(
                    "update order_summary set total_minor = total_minor + 1 where order_id in"
                            + " (select order_id from order_summary order by order_id limit 3)",
                    "delete from daily_sales_part where order_id = (select min(order_id) from daily_sales_part)",
                    "update customer_spend set amount_minor = amount_minor - 1 where customer_id ="
                            + " (select min(customer_id) from customer_spend)");
            assertThat(verified(1, "--heal", "--page", "100")).contains("order_summary: ", "3 wrong", " mended");
            expected = shop.awaitReadModel(trade.end());
        }

        shop.changeReadDatabase(
                "delete from product_summary where product_id = (select min(product_id) from product_summary)",
                "insert into order_summary select 'nobody', kind, status, customer_id, currency, total_minor, line_count,"
                        + " item_count, ordered_at, version, updated_at from order_summary limit 1",
                "update antiphon.watermark set aggregate_version = 1 where projection = 'customer_spend' and aggregate_id ="
                        + " (select min(order_id) from customer_spend_part)");
        assertThat(verified(1).lines())
                .anyMatch(line -> line.matches("order_summary: [\\d,]+ aggregates, 1 surplus"))
                .anyMatch(line -> line.equals("    surplus order_summary nobody"))
                .anyMatch(line -> line.matches("customer_spend: [\\d,]+ aggregates, 1 stale"))
                .anyMatch(line -> line.matches("product_summary: \\d+ aggregates, 1 missing"));
        verified(1, "--heal");
        assertThat(verified(0, "--json").lines())
                .hasSize(4)
                .allMatch(line -> line.contains("\"differences\":{},\"mended\":0,\"undecided\":0,\"first\":[]}"));
        assertThat(shop.readModel()).containsExactlyInAnyOrderElementsOf(expected);
    }
}
