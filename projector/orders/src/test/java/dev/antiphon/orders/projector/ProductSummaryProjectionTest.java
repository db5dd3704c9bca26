package dev.antiphon.orders.projector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.orders.events.ProductListed;
import dev.antiphon.orders.events.ProductRenamed;
import dev.antiphon.orders.events.ProductRepriced;
import dev.antiphon.projector.testkit.ProjectionFixture;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProductSummaryProjectionTest {

    private final ProjectionFixture model = ProjectionFixture.of(new ProductSummaryProjection(), Orders.READ);

    private static List<String> products() {
        return Orders.READ.rows(
                "select product_id, name, price_minor, currency, version from product_summary order by product_id");
    }

    @Test
    void followsAProduct() {
        model.given("85123A", new ProductListed("85123A", "lamp", null, null));
        model.given("85123a", new ProductListed("85123a", "another lamp", 100L, "GBP"));
        assertThat(products()).containsExactly("85123A|lamp|null|null|1", "85123a|another lamp|100|GBP|1");
        model.given(
                "85123A",
                new ProductRepriced("85123A", 255, "GBP"),
                new ProductRenamed("85123A", "big lamp"),
                new ProductRepriced("85123A", 295, "GBP"));
        assertThat(products()).containsExactly("85123A|big lamp|295|GBP|4", "85123a|another lamp|100|GBP|1");
    }

    @Test
    void changesNothingWhenEverythingComesAgain() {
        model.given("1", new ProductListed("1", "lamp", 5L, "GBP"), new ProductRenamed("1", "big lamp"));
        var before = Orders.READ.rows("select *, xmin from product_summary");
        model.givenAllAgain();
        assertThat(Orders.READ.rows("select *, xmin from product_summary")).isEqualTo(before);
        assertThat(Orders.READ.rows("select 1 from antiphon.processed_event")).isEmpty();
    }
}
