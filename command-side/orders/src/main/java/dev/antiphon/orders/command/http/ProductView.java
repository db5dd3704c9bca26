package dev.antiphon.orders.command.http;

import dev.antiphon.command.ee.http.Versioned;
import dev.antiphon.orders.command.product.Product;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A product as the write store has it; the price in minor units. */
@Schema(examples = """
        {"productId":"85123A","name":"HEART","priceMinor":255,"currency":"GBP","version":2}""")
public record ProductView(
        String productId,
        String name,
        @Nullable Long priceMinor,
        @Nullable String currency,
        long version) implements Versioned {

    static ProductView of(Product product) {
        return new ProductView(
                product.id(), product.name(), product.priceMinor(), product.currency(), product.version());
    }
}
