package dev.antiphon.dev.cli;

import dev.antiphon.dev.importer.ImportSettings;
import dev.antiphon.dev.importer.ImportSummary;
import dev.antiphon.dev.importer.ShopImport;
import dev.antiphon.dev.process.StartFailure;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Loads a shop's order lines into the running application. */
@Command(
        name = "import",
        description = {
            "Loads a shop's order lines through the HTTP API. Can be run again, also after it was stopped: nothing is counted"
                    + " twice.",
            "With --json, which shows no progress: linesRead, linesAccepted, linesRejected, invoices, invoicesAccepted,"
                    + " products, productsRefused, commands, retries, seconds, rejects (a file, or null)."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nThe file's first line names its columns; needed are InvoiceNo, StockCode, Description,"
                + " Quantity,%nInvoiceDate (2010-12-01 08:26:00, UTC), UnitPrice (GBP) and CustomerID."
                + "%n%nExamples:%n",
        footer = {
            "  ./antiphon import online-retail.csv.gz",
            "  zcat part-*.csv.gz | ./antiphon import - --rejects refused.csv",
            "  ./antiphon import orders.csv --url http://shop.example:8080",
        })
public final class ImportCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private Output output;

    @Parameters(paramLabel = "FILE", description = "csv or csv.gz; - reads standard input.")
    private Path file;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "Where the application answers. Default: what `up` started on the data folder")
    private @Nullable URI url;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = ".antiphon",
            description = "The data folder given to `up`. Default: ${DEFAULT-VALUE}")
    private Path data;

    @Option(
            names = "--rejects",
            paramLabel = "FILE",
            description = "Where rejected lines go. Default: <name of FILE>.rejects.csv in the current folder")
    private @Nullable Path rejects;

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            defaultValue = "16",
            description = "How many invoices are under way at once. Default: ${DEFAULT-VALUE}")
    private int concurrency;

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            defaultValue = "120",
            description = "Give up when no command has succeeded for so long. Default: ${DEFAULT-VALUE}")
    private int patience;

    @Override
    public Integer call() throws InterruptedException {
        if (concurrency < 1 || concurrency > 256) {
            throw new CommandLine.ParameterException(spec.commandLine(), "--concurrency must be from 1 to 256.");
        }
        LogFile.silenceConsole();
        if (!file.toString().equals("-") && Files.notExists(file)) {
            throw new StartFailure(file + " does not exist.");
        }
        Path refused = rejects == null ? Path.of(name() + ".rejects.csv") : rejects;
        PrintWriter err = spec.commandLine().getErr();
        ImportSettings settings =
                new ImportSettings(file, address(), refused, concurrency, Duration.ofSeconds(patience));
        ImportSummary summary = new ShopImport(settings, output.progress(), err::println).run(System.in);
        @Nullable String rejected = summary.linesRejected() == 0 ? null : refused.toString();
        output.tell(
                json(summary).with("rejects", rejected),
                summary.text() + "Rejected lines  " + (rejected == null ? "none" : rejected));
        return 0;
    }

    private static JsonLine json(ImportSummary summary) {
        return new JsonLine()
                .with("linesRead", summary.linesRead())
                .with("linesAccepted", summary.linesAccepted())
                .with("linesRejected", summary.linesRejected())
                .with("invoices", summary.invoices())
                .with("invoicesAccepted", summary.invoicesAccepted())
                .with("products", summary.products())
                .with("productsRefused", summary.productsRefused())
                .with("commands", summary.commands())
                .with("retries", summary.retries())
                .with("seconds", summary.whole().toMillis() / 1e3);
    }

    private URI address() {
        if (url != null) {
            return URI.create(url.toString().replaceAll("/+$", ""));
        }
        return new DataFolder(data)
                .runningUrl()
                .map(URI::create)
                .orElseThrow(() -> new StartFailure("No application is running on " + data
                        + "; start it with ./antiphon up, or say where it is with --url http://host:port"));
    }

    private String name() {
        String name = file.getFileName().toString();
        return name.equals("-") ? "stdin" : name.replaceFirst("\\.gz$", "").replaceFirst("\\.csv$", "");
    }
}
