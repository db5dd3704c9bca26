package dev.antiphon.orders.command.product;

import dev.antiphon.command.Aggregate;
import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.Violation;
import dev.antiphon.orders.command.Money;
import dev.antiphon.orders.events.ProductEvent;
import dev.antiphon.orders.events.ProductListed;
import dev.antiphon.orders.events.ProductRenamed;
import dev.antiphon.orders.events.ProductRepriced;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that the shop sells, known by its stock code. It can be listed before its price is known. A name or price
 * that it has already changes nothing and records nothing.
 */
@Entity
@Table(name = "product")
public class Product extends Aggregate<ProductEvent> {

    @Id
    private String id;

    private String name;

    @Column(name = "price_minor")
    private @Nullable Long priceMinor;

    private @Nullable String currency;

    protected Product() {
        this("", "");
    }

    private Product(String id, String name) {
        this.id = id;
        this.name = name;
    }

    /** Begins to sell something; price and currency come together or not at all. */
    public static Product list(ListProduct command) {
        var product = new Product(command.productId(), command.name());
        if (command.price() != null) {
            product.priceMinor = minor(command.price(), command.currency());
            product.currency = command.currency();
        }
        product.record(new ProductListed(product.id, product.name, product.priceMinor, product.currency));
        return product;
    }

    /** Gives it another name. */
    public void rename(String newName) {
        if (!name.equals(newName)) {
            name = newName;
            record(new ProductRenamed(id, name));
        }
    }

    /** Gives it another price. */
    public void reprice(BigDecimal price, String newCurrency) {
        var minor = minor(price, newCurrency);
        if (!Objects.equals(priceMinor, minor) || !newCurrency.equals(currency)) {
            priceMinor = minor;
            currency = newCurrency;
            record(new ProductRepriced(id, minor, newCurrency));
        }
    }

    private static long minor(BigDecimal price, @Nullable String code) {
        var currency = Money.currency(code)
                .orElseThrow(() -> CommandRefusedException.rule(
                        "unknown-currency",
                        "A price needs a currency, and '" + code + "' is none.",
                        List.of(new Violation("/currency", "must be an ISO 4217 code"))));
        var violations = new ArrayList<Violation>();
        var minor = Money.toMinor(price, currency, "/price", violations);
        if (!violations.isEmpty()) {
            throw CommandRefusedException.rule(
                    "invalid-command", "The price breaks a rule; see errors. Nothing has changed.", violations);
        }
        return minor;
    }

    @Override
    public String id() {
        return id;
    }

    public String name() {
        return name;
    }

    public @Nullable Long priceMinor() {
        return priceMinor;
    }

    public @Nullable String currency() {
        return currency;
    }
}
