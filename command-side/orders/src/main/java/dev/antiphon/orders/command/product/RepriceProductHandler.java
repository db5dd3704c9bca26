package dev.antiphon.orders.command.product;

import dev.antiphon.command.Aggregates;
import dev.antiphon.command.CommandHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Gives a product another price. */
@ApplicationScoped
public class RepriceProductHandler implements CommandHandler<RepriceProduct, Product> {

    @Inject
    Aggregates aggregates;

    @Override
    public Product handle(RepriceProduct command) {
        var product = aggregates.load(Product.class, command.productId());
        product.reprice(command.price(), command.currency());
        return product;
    }
}
