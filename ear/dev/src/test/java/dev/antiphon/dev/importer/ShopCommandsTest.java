package dev.antiphon.dev.importer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShopCommandsTest {

    private final ShopCommands commands = new ShopCommands(new ShopHeader(List.of(
            "InvoiceNo", "StockCode", "Description", "Quantity", "InvoiceDate", "UnitPrice", "CustomerID", "Country")));

    @Test
    void placesASale() {
        assertThat(commands.placeOrder("536365", List.of(line("6", "2.55", "17850.0"))))
                .isEqualTo("{\"orderId\":\"536365\",\"kind\":\"SALE\",\"customerId\":\"17850\",\"currency\":\"GBP\","
                        + "\"orderedAt\":\"2010-12-01T08:26:00Z\",\"lines\":[{\"stockCode\":\"85123A\","
                        + "\"description\":\"HOLDER\",\"quantity\":6,\"unitPrice\":2.55}]}");
    }

    @Test
    void aReturnTurnsTheSignOfItsQuantities() {
        assertThat(commands.placeOrder("C536379", List.of(line("-1", "27.5", ""), line("2", "0.0", ""))))
                .contains("\"kind\":\"RETURN\"", "\"quantity\":1,", "\"quantity\":-2,", "\"unitPrice\":0.0")
                .doesNotContain("customerId");
    }

    @Test
    void keepsTheDigitsOfTheFileAndSendsWhatIsNoNumberAsText() {
        assertThat(commands.placeOrder("1", List.of(line("007", "-11062.060", "x"), line("abc", "1e3", "x"))))
                .contains("\"quantity\":\"007\"", "\"unitPrice\":-11062.060")
                .contains("\"quantity\":\"abc\"", "\"unitPrice\":\"1e3\"");
    }

    @Test
    void sendsATimeItDoesNotKnowAsItIs() {
        ShopLine line = new ShopLine(2, List.of("1", "A", "", "1", "12/1/2010 8:26", "1", "", "UK"));
        assertThat(commands.placeOrder("1", List.of(line)))
                .contains("\"orderedAt\":\"12/1/2010 8:26\"")
                .doesNotContain("description");
    }

    @Test
    void namesAProductWithoutDescriptionByItsCode() {
        ShopLine blank = new ShopLine(2, List.of("1", "85123a", " ", "1", "d", "2.55", "", "UK"));
        assertThat(commands.listProduct("85123a", blank, true))
                .isEqualTo("{\"productId\":\"85123a\",\"name\":\"85123a\",\"price\":2.55,\"currency\":\"GBP\"}");
        assertThat(commands.listProduct("85123a", blank, false))
                .isEqualTo("{\"productId\":\"85123a\",\"name\":\"85123a\"}");
    }

    private static ShopLine line(String quantity, String price, String customer) {
        return new ShopLine(
                2, List.of("536365", "85123A", "HOLDER", quantity, "2010-12-01 08:26:00", price, customer, "UK"));
    }
}
