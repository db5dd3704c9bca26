package dev.antiphon.dev.importer;

import java.util.concurrent.atomic.LongAdder;

/** Counts while several threads work. */
final class Tally {

    final LongAdder linesRead = new LongAdder();
    final LongAdder linesAccepted = new LongAdder();
    final LongAdder linesRejected = new LongAdder();
    final LongAdder invoices = new LongAdder();
    final LongAdder invoicesAccepted = new LongAdder();
    final LongAdder invoicesAlreadyThere = new LongAdder();
    final LongAdder invoicesUnconfirmed = new LongAdder();
    final LongAdder products = new LongAdder();
    final LongAdder productsAlreadyThere = new LongAdder();
    final LongAdder productsRefused = new LongAdder();
    final LongAdder commands = new LongAdder();
    final LongAdder retries = new LongAdder();
}
