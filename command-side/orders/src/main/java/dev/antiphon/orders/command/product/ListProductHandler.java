package dev.antiphon.orders.command.product;

import dev.antiphon.command.Aggregates;
import dev.antiphon.command.CommandHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Begins to sell a product. */
@ApplicationScoped
public class ListProductHandler implements CommandHandler<ListProduct, Product> {

    @Inject
    Aggregates aggregates;

    @Override
    public Product handle(ListProduct command) {
        return aggregates.add(Product.list(command));
    }
}
