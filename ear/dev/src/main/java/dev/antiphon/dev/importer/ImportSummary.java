package dev.antiphon.dev.importer;

import java.time.Duration;
import java.util.Locale;

/**
 * What an import came to.
 *
 * @param linesRead records of the file without its header; the sum of the next two
 * @param linesAccepted lines of orders that the application has
 * @param linesRejected lines in the rejects file
 * @param invoices different invoice numbers
 * @param invoicesAccepted those of which at least one line went in
 * @param invoicesAlreadyThere of these, those whose key had expired but whose order existed
 * @param invoicesUnconfirmed of these, those that were placed but could not be confirmed
 * @param products different stock codes
 * @param productsAlreadyThere of these, those whose key had expired but that existed
 * @param productsRefused those that could not be listed
 * @param commands commands that the application decided about, replays included
 * @param retries requests that were sent again because nobody had decided
 * @param sending how long the sending took
 * @param whole how long everything took
 */
public record ImportSummary(
        long linesRead,
        long linesAccepted,
        long linesRejected,
        long invoices,
        long invoicesAccepted,
        long invoicesAlreadyThere,
        long invoicesUnconfirmed,
        long products,
        long productsAlreadyThere,
        long productsRefused,
        long commands,
        long retries,
        Duration sending,
        Duration whole) {

    static ImportSummary of(Tally tally, Duration sending, Duration whole) {
        return new ImportSummary(
                tally.linesRead.sum(),
                tally.linesAccepted.sum(),
                tally.linesRejected.sum(),
                tally.invoices.sum(),
                tally.invoicesAccepted.sum(),
                tally.invoicesAlreadyThere.sum(),
                tally.invoicesUnconfirmed.sum(),
                tally.products.sum(),
                tally.productsAlreadyThere.sum(),
                tally.productsRefused.sum(),
                tally.commands.sum(),
                tally.retries.sum(),
                sending,
                whole);
    }

    public double commandsPerSecond() {
        return commands / Math.max(0.001, sending.toMillis() / 1000.0);
    }

    /** Several lines of text. */
    public String text() {
        StringBuilder text = new StringBuilder();
        line(text, "Lines read      %,9d = %,d accepted + %,d rejected", linesRead, linesAccepted, linesRejected);
        line(
                text,
                "Invoices        %,9d = %,d accepted + %,d without a good line",
                invoices,
                invoicesAccepted,
                invoices - invoicesAccepted);
        line(
                text,
                "Products        %,9d = %,d listed + %,d refused",
                products,
                products - productsRefused,
                productsRefused);
        if (invoicesAlreadyThere + productsAlreadyThere > 0) {
            line(text, "Already there   %,9d invoices, %,d products", invoicesAlreadyThere, productsAlreadyThere);
        }
        if (invoicesUnconfirmed > 0) {
            line(text, "Not confirmed   %,9d invoices", invoicesUnconfirmed);
        }
        line(
                text,
                "Commands        %,9d in %.1f s: %,.0f per second, %,d retries",
                commands,
                sending.toMillis() / 1000.0,
                commandsPerSecond(),
                retries);
        line(text, "Time            %9.1f s", whole.toMillis() / 1000.0);
        return text.toString();
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }
}
