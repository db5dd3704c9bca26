package dev.antiphon.dev.importer;

import dev.antiphon.dev.process.StartFailure;
import java.util.List;

/** Which column holds what, by the names in the first line; columns nobody asks for may be there too. */
final class ShopHeader {

    private final List<String> names;
    private final int invoice;
    private final int stockCode;
    private final int description;
    private final int quantity;
    private final int date;
    private final int price;
    private final int customer;

    /** @throws StartFailure naming the first column that is missing */
    ShopHeader(List<String> names) {
        this.names = List.copyOf(names);
        this.invoice = index("InvoiceNo");
        this.stockCode = index("StockCode");
        this.description = index("Description");
        this.quantity = index("Quantity");
        this.date = index("InvoiceDate");
        this.price = index("UnitPrice");
        this.customer = index("CustomerID");
    }

    private int index(String name) {
        int index = names.indexOf(name);
        if (index < 0) {
            throw new StartFailure(
                    "The file has no column " + name + "; its first line has: " + String.join(",", names));
        }
        return index;
    }

    List<String> names() {
        return names;
    }

    String invoice(ShopLine line) {
        return line.values().get(invoice);
    }

    String stockCode(ShopLine line) {
        return line.values().get(stockCode);
    }

    String description(ShopLine line) {
        return line.values().get(description);
    }

    String quantity(ShopLine line) {
        return line.values().get(quantity);
    }

    String date(ShopLine line) {
        return line.values().get(date);
    }

    String price(ShopLine line) {
        return line.values().get(price);
    }

    String customer(ShopLine line) {
        return line.values().get(customer);
    }
}
