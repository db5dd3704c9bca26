package dev.antiphon.orders.projector;

import static dev.antiphon.orders.projector.ReadModel.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.orders.events.ProductListed;
import dev.antiphon.orders.events.ProductRenamed;
import dev.antiphon.orders.events.ProductRepriced;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProductSummaryProjectionTest {

    private final ReadModel model = new ReadModel(new ProductSummaryProjection());

    private static List<String> products() {
        return rows("select product_id, name, price_minor, currency, version from product_summary order by product_id");
    }

    @Test
    void followsAProduct() {
        model.record("85123A", new ProductListed("85123A", "lamp", null, null));
        model.record("85123a", new ProductListed("85123a", "another lamp", 100L, "GBP"));
        assertThat(products()).containsExactly("85123A|lamp|null|null|1", "85123a|another lamp|100|GBP|1");
        model.record(
                "85123A",
                new ProductRepriced("85123A", 255, "GBP"),
                new ProductRenamed("85123A", "big lamp"),
                new ProductRepriced("85123A", 295, "GBP"));
        assertThat(products()).containsExactly("85123A|big lamp|295|GBP|4", "85123a|another lamp|100|GBP|1");
    }

    @Test
    void changesNothingWhenEverythingComesAgain() {
        model.record("1", new ProductListed("1", "lamp", 5L, "GBP"), new ProductRenamed("1", "big lamp"));
        var before = rows("select *, xmin from product_summary");
        model.deliverAllAgain();
        model.deliverAllAgainWithoutWatermarks();
        assertThat(rows("select *, xmin from product_summary")).isEqualTo(before);
        assertThat(rows("select 1 from antiphon.processed_event")).isEmpty();
    }
}
