package dev.antiphon.it.shop;

import java.util.Random;

/** Invoices of a shop that there is not, always the same. */
final class MadeUpInvoices {

    static final String HEAD = "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n";

    private MadeUpInvoices() {}

    static String csv(int count) {
        return HEAD + lines(0, count);
    }

    /** So many, from one on that is counted from 0. */
    static String lines(int first, int count) {
        var random = new Random(42 + first);
        var csv = new StringBuilder();
        for (var i = first; i < first + count; i++) {
            var returned = random.nextInt(8) == 0;
            var lines = 1 + random.nextInt(5);
            var customer = random.nextInt(4) == 0 ? "" : 12_000 + random.nextInt(200) + ".0";
            for (var line = 0; line < lines; line++) {
                csv.append("%s%d,P%d,THING,%d,2011-%02d-%02d %02d:00:00,%d.%02d,%s,United Kingdom%n"
                        .formatted(
                                returned ? "C" : "",
                                700_000 + i,
                                random.nextInt(300),
                                (1 + random.nextInt(20)) * (returned ? -1 : 1),
                                1 + i % 12,
                                1 + i % 28,
                                i % 24,
                                random.nextInt(30),
                                random.nextInt(100),
                                customer));
            }
        }
        return csv.toString();
    }
}
