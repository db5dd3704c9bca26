package dev.antiphon.orders.command.order;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import org.jspecify.annotations.Nullable;

/** One line of an order; never changed. */
@Embeddable
public class OrderLine {

    @Column(name = "stock_code")
    private String stockCode;

    private @Nullable String description;

    private int quantity;

    @Column(name = "unit_price_minor")
    private long unitPriceMinor;

    protected OrderLine() {
        stockCode = "";
    }

    OrderLine(String stockCode, @Nullable String description, int quantity, long unitPriceMinor) {
        this.stockCode = stockCode;
        this.description = description;
        this.quantity = quantity;
        this.unitPriceMinor = unitPriceMinor;
    }

    public String stockCode() {
        return stockCode;
    }

    public @Nullable String description() {
        return description;
    }

    public int quantity() {
        return quantity;
    }

    public long unitPriceMinor() {
        return unitPriceMinor;
    }
}
