package dev.antiphon.it.shop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A shop in trade: one file of invoices after the other is imported, until it is told to end. */
final class Trade implements AutoCloseable {

    private static final int INVOICES = 1_000;

    private final Shop shop;
    private final FutureTask<Path> days = new FutureTask<>(this::trade);
    private volatile boolean ending;

    Trade(Shop shop) {
        this.shop = shop;
        new Thread(days, "trade").start();
    }

    private Path trade() throws IOException, InterruptedException {
        var all = Files.writeString(shop.folder().resolve("trade.csv"), MadeUpInvoices.HEAD);
        for (var first = 0; !ending; first += INVOICES) {
            var invoices = MadeUpInvoices.lines(first, INVOICES);
            var day = Files.writeString(shop.folder().resolve("day.csv"), MadeUpInvoices.HEAD + invoices);
            try (var importer = shop.importing(day)) {
                importer.await(5);
            }
            Files.writeString(all, invoices, StandardOpenOption.APPEND);
        }
        return all;
    }

    /** Waits for the invoices under way; gives all that have been. */
    Path end() throws InterruptedException, ExecutionException {
        ending = true;
        return days.get();
    }

    @Override
    public void close() {
        ending = true;
        days.cancel(true);
    }
}
