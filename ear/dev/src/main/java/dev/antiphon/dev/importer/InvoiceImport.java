package dev.antiphon.dev.importer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Brings one invoice in: places the order and confirms it. Lines that the server refuses are rejected and the rest is
 * sent again, until it is accepted or no line is left. The keys derive from the invoice number and the attempt; since
 * the server's refusals are repeatable, so are the attempts.
 */
final class InvoiceImport {

    private static final Pattern LINE = Pattern.compile("/lines/(\\d{1,9})(/.*)?");

    private final CommandClient client;
    private final ShopCommands commands;
    private final RejectsFile rejects;
    private final Tally tally;
    private final Consumer<String> warnings;

    InvoiceImport(
            CommandClient client, ShopCommands commands, RejectsFile rejects, Tally tally, Consumer<String> warnings) {
        this.client = client;
        this.commands = commands;
        this.rejects = rejects;
        this.tally = tally;
        this.warnings = warnings;
    }

    void send(String invoice, List<ShopLine> all) throws InterruptedException {
        tally.invoices.increment();
        List<ShopLine> lines = new ArrayList<>(all);
        for (int attempt = 1; !lines.isEmpty(); attempt++) {
            Answer answer = client.send(
                    "/write/orders", "import-order-" + invoice + "-" + attempt, commands.placeOrder(invoice, lines));
            if (answer.isAccepted() || answer.alreadyExists()) {
                tally.linesAccepted.add(lines.size());
                tally.invoicesAccepted.increment();
                if (answer.alreadyExists()) {
                    tally.invoicesAlreadyThere.increment();
                }
                confirm(invoice, answer.alreadyExists());
                return;
            }
            Map<Integer, String> refused = refusedLines(answer, lines.size());
            if (refused.isEmpty()) {
                lines.forEach(line -> reject(line, answer.reason()));
                return;
            }
            refused.forEach((index, reason) -> reject(lines.get(index), reason));
            List<Integer> indexes = new ArrayList<>(refused.keySet());
            indexes.sort((one, other) -> other - one);
            indexes.forEach(index -> lines.remove(index.intValue()));
        }
    }

    /** An order that was there before may have been confirmed before. */
    private void confirm(String invoice, boolean wasThere) throws InterruptedException {
        Answer answer = client.send(
                "/write/orders/" + CommandClient.segment(invoice) + "/confirm", "import-confirm-" + invoice, null);
        if (!answer.isAccepted() && !wasThere) {
            tally.invoicesUnconfirmed.increment();
            warnings.accept("Invoice " + invoice + " was placed but could not be confirmed: " + answer.reason());
        }
    }

    /**
     * The lines that the refusal names, with the reasons. Customer and time were taken from the first line, so a
     * refusal of them is one of that line.
     */
    private static Map<Integer, String> refusedLines(Answer answer, int count) {
        Map<Integer, String> refused = new LinkedHashMap<>();
        for (Answer.Error error : answer.errors()) {
            Matcher line = LINE.matcher(error.pointer());
            if (line.matches() && Integer.parseInt(line.group(1)) < count) {
                String field = line.group(2) == null ? "" : line.group(2).substring(1) + " ";
                refused.merge(
                        Integer.parseInt(line.group(1)), field + error.detail(), (one, more) -> one + "; " + more);
            } else if (error.pointer().equals("/orderedAt") || error.pointer().equals("/customerId")) {
                refused.merge(0, error.pointer().substring(1) + " " + error.detail(), (one, more) -> one + "; " + more);
            }
        }
        return refused;
    }

    private void reject(ShopLine line, String reason) {
        rejects.add(line, reason);
        tally.linesRejected.increment();
    }
}
