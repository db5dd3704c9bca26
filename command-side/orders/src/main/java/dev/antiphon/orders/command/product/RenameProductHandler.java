package dev.antiphon.orders.command.product;

import dev.antiphon.command.Aggregates;
import dev.antiphon.command.CommandHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Gives a product another name. */
@ApplicationScoped
public class RenameProductHandler implements CommandHandler<RenameProduct, Product> {

    @Inject
    Aggregates aggregates;

    @Override
    public Product handle(RenameProduct command) {
        var product = aggregates.load(Product.class, command.productId());
        product.rename(command.name());
        return product;
    }
}
