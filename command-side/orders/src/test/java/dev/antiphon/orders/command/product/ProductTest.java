package dev.antiphon.orders.command.product;

import dev.antiphon.command.Refusal;
import dev.antiphon.command.testkit.CommandFixture;
import dev.antiphon.orders.events.ProductListed;
import dev.antiphon.orders.events.ProductRenamed;
import dev.antiphon.orders.events.ProductRepriced;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class ProductTest {

    private static final ListProduct UNPRICED = new ListProduct("gift", "Gift", null, null);
    private static final ListProduct PRICED = new ListProduct("gift", "Gift", new BigDecimal("2.50"), "GBP");

    private final CommandFixture products =
            CommandFixture.of(new ListProductHandler(), new RenameProductHandler(), new RepriceProductHandler());

    private static RepriceProduct reprice(String price, String currency) {
        return new RepriceProduct("gift", new BigDecimal(price), currency);
    }

    @Test
    void canBeListedWithoutPriceAndPricedLater() {
        products.when(UNPRICED)
                .then(new ProductListed("gift", "Gift", null, null))
                .version(1);
        products.given(UNPRICED)
                .when(reprice("2.5", "GBP"))
                .then(new ProductRepriced("gift", 250, "GBP"))
                .version(2);
    }

    @Test
    void canBeRenamed() {
        products.given(UNPRICED)
                .when(new RenameProduct("gift", "Present"))
                .then(new ProductRenamed("gift", "Present"))
                .version(2);
        products.when(new RenameProduct("gift", "Present")).thenRefused(Refusal.NOT_FOUND);
        products.given(UNPRICED).when(new RenameProduct("gift", " ")).thenRefused("invalid-command", "/name");
    }

    @Test
    void whatIsTheSameAlreadyRecordsNothing() {
        products.given(PRICED)
                .when(new RenameProduct("gift", "Gift"))
                .thenNothing()
                .version(1);
        products.given(PRICED).when(reprice("2.5", "GBP")).thenNothing().version(1);
        products.given(PRICED)
                .when(reprice("2.5", "EUR"))
                .then(new ProductRepriced("gift", 250, "EUR"))
                .version(2);
    }

    @Test
    void aPriceNeedsACurrencyAndItsMinorUnit() {
        products.when(new ListProduct("gift", "Gift", BigDecimal.ONE, null)).thenRefused("unknown-currency");
        products.when(new ListProduct("gift", "Gift", new BigDecimal("0.001"), "GBP"))
                .thenRefused("invalid-command", "/price");
        products.when(new ListProduct("gift", "Gift", new BigDecimal("-1"), "GBP"))
                .thenRefused("invalid-command", "/price");
    }
}
