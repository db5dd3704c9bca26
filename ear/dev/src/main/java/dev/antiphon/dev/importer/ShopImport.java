package dev.antiphon.dev.importer;

import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.StartFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Loads one file: reads it, lists every stock code as a product, then sends every invoice. It can be run again, also
 * after it was killed, and nothing is counted twice; after a failure, too.
 */
public final class ShopImport {

    private final ImportSettings settings;
    private final ImportProgress progress;
    private final Consumer<String> warnings;
    private final Tally tally = new Tally();

    /** @param warnings told, by several threads, of what is refused but is not a line of the file */
    public ShopImport(ImportSettings settings, ImportProgress progress, Consumer<String> warnings) {
        this.settings = settings;
        this.progress = progress;
        this.warnings = warnings;
    }

    /**
     * Runs to the end. Rejected lines are no failure.
     *
     * @throws StartFailure when the file cannot be read, or the application stopped answering
     */
    public ImportSummary run(InputStream standardInput) throws InterruptedException {
        long begin = System.nanoTime();
        Path temporary = temporaryFolder();
        try (ShopFile file = ShopFile.open(settings.file(), standardInput);
                RejectsFile rejects =
                        new RejectsFile(settings.rejects(), file.header().names());
                GroupedLines invoices = new GroupedLines(temporary, "invoices");
                GroupedLines products = new GroupedLines(temporary, "products");
                Workers workers = new Workers(settings.concurrency())) {
            long productCount = read(file, rejects, invoices, products);
            long sending = System.nanoTime();
            ShopCommands commands = new ShopCommands(file.header());
            CommandClient client = new CommandClient(settings.url(), patience(), tally);
            sendProducts(products, productCount, new ProductImport(client, commands, tally, warnings), workers);
            sendInvoices(invoices, new InvoiceImport(client, commands, rejects, tally, warnings), workers);
            long end = System.nanoTime();
            return ImportSummary.of(tally, Duration.ofNanos(end - sending), Duration.ofNanos(end - begin));
        } finally {
            progress.end();
            Folders.delete(temporary);
        }
    }

    /** Answers how many lines may name a product for the first time. */
    private long read(ShopFile file, RejectsFile rejects, GroupedLines invoices, GroupedLines products) {
        progress.begin("Reading lines", -1);
        RecentlySeen known = new RecentlySeen();
        long[] named = {0};
        file.read(
                line -> {
                    tally.linesRead.increment();
                    invoices.add(file.header().invoice(line), line);
                    String stockCode = file.header().stockCode(line);
                    if (!stockCode.isBlank() && known.isNew(stockCode)) {
                        products.add(stockCode, line);
                        named[0]++;
                    }
                    progress.advance(1);
                },
                malformed -> {
                    tally.linesRead.increment();
                    tally.linesRejected.increment();
                    rejects.add(
                            malformed,
                            "malformed: " + malformed.values().size() + " columns instead of "
                                    + file.header().names().size());
                    progress.advance(1);
                });
        invoices.sort();
        products.sort();
        return named[0];
    }

    private void sendProducts(GroupedLines groups, long count, ProductImport products, Workers workers)
            throws InterruptedException {
        progress.begin("Listing products", count);
        for (GroupedLines.Group group = groups.next(); group != null; group = groups.next()) {
            GroupedLines.Group product = group;
            workers.submit(() -> {
                products.send(product.key(), product.lines().get(0));
                progress.advance(product.lines().size());
            });
        }
        workers.await();
    }

    private void sendInvoices(GroupedLines groups, InvoiceImport invoices, Workers workers)
            throws InterruptedException {
        progress.begin("Sending lines", tally.linesRead.sum() - tally.linesRejected.sum());
        for (GroupedLines.Group group = groups.next(); group != null; group = groups.next()) {
            GroupedLines.Group invoice = group;
            workers.submit(() -> {
                invoices.send(invoice.key(), invoice.lines());
                progress.advance(invoice.lines().size());
            });
        }
        workers.await();
    }

    private Patience patience() {
        return new Patience(settings.patience(), Duration.ofMillis(50), Duration.ofSeconds(5));
    }

    private static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("antiphon-import");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
