package dev.antiphon.dev.importer;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Lists one product; when the server refuses the price, which is optional, the product is listed without one. */
final class ProductImport {

    private static final Set<String> OPTIONAL = Set.of("/price", "/currency");

    private final CommandClient client;
    private final ShopCommands commands;
    private final Tally tally;
    private final Consumer<String> warnings;

    ProductImport(CommandClient client, ShopCommands commands, Tally tally, Consumer<String> warnings) {
        this.client = client;
        this.commands = commands;
        this.tally = tally;
        this.warnings = warnings;
    }

    void send(String stockCode, ShopLine first) throws InterruptedException {
        tally.products.increment();
        Answer answer = attempt(stockCode, first, 1);
        if (namesOnlyOptional(answer.errors())) {
            answer = attempt(stockCode, first, 2);
        }
        if (answer.alreadyExists()) {
            tally.productsAlreadyThere.increment();
        } else if (!answer.isAccepted()) {
            tally.productsRefused.increment();
            warnings.accept("Product " + stockCode + " is refused: " + answer.reason());
        }
    }

    private Answer attempt(String stockCode, ShopLine first, int attempt) throws InterruptedException {
        return client.send(
                "/write/products",
                "import-product-" + stockCode + "-" + attempt,
                commands.listProduct(stockCode, first, attempt == 1));
    }

    private static boolean namesOnlyOptional(List<Answer.Error> errors) {
        return !errors.isEmpty() && errors.stream().allMatch(error -> OPTIONAL.contains(error.pointer()));
    }
}
