package dev.antiphon.orders.command.product;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.RecordedEvent;
import dev.antiphon.orders.events.ProductListed;
import dev.antiphon.orders.events.ProductRenamed;
import dev.antiphon.orders.events.ProductRepriced;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class ProductTest {

    @Test
    void canBeListedWithoutPriceAndPricedLater() {
        var product = Product.list(new ListProduct("gift", "Gift", null, null));
        product.reprice(new BigDecimal("2.5"), "GBP");
        product.rename("Present");

        assertThat(product.takeRecorded())
                .containsExactly(
                        new RecordedEvent(1, new ProductListed("gift", "Gift", null, null)),
                        new RecordedEvent(2, new ProductRepriced("gift", 250, "GBP")),
                        new RecordedEvent(3, new ProductRenamed("gift", "Present")));
    }

    @Test
    void whatIsTheSameAlreadyRecordsNothing() {
        var product = Product.list(new ListProduct("gift", "Gift", new BigDecimal("2.50"), "GBP"));
        product.rename("Gift");
        product.reprice(new BigDecimal("2.5"), "GBP");

        assertThat(product.version()).isEqualTo(1);
        product.reprice(new BigDecimal("2.5"), "EUR");
        assertThat(product.version()).isEqualTo(2);
    }

    @Test
    void aPriceNeedsACurrencyAndItsMinorUnit() {
        assertThatThrownBy(() -> Product.list(new ListProduct("gift", "Gift", BigDecimal.ONE, null)))
                .isInstanceOfSatisfying(
                        CommandRefusedException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo("unknown-currency"));
        assertThatThrownBy(() -> Product.list(new ListProduct("gift", "Gift", new BigDecimal("0.001"), "GBP")))
                .isInstanceOfSatisfying(
                        CommandRefusedException.class,
                        refusal -> assertThat(refusal.violations())
                                .singleElement()
                                .matches(violation -> violation.pointer().equals("/price")));
    }
}
