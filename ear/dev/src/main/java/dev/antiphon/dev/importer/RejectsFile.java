package dev.antiphon.dev.importer;

import dev.antiphon.dev.process.StartFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.jspecify.annotations.Nullable;

/**
 * The lines that did not go in: number in the file, reason, and the record as it was. Written as they are found, so in
 * no certain order; made with the first of them, and a file of an earlier run is removed. Safe for several threads.
 */
final class RejectsFile implements AutoCloseable {

    private final Path file;
    private final List<String> columns;
    private @Nullable CSVPrinter printer;

    RejectsFile(Path file, List<String> columns) {
        this.file = file;
        this.columns = columns;
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new StartFailure("Cannot write the rejects file " + file + ": " + StartFailure.reason(e), e);
        }
    }

    synchronized void add(ShopLine line, String reason) {
        try {
            if (printer == null) {
                printer = new CSVPrinter(
                        Files.newBufferedWriter(file),
                        CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
                List<String> header = new ArrayList<>(List.of("Line", "Reason"));
                header.addAll(columns);
                printer.printRecord(header);
            }
            List<String> row = new ArrayList<>(List.of(Long.toString(line.number()), reason));
            row.addAll(line.values());
            printer.printRecord(row);
        } catch (IOException e) {
            throw new StartFailure("Cannot write the rejects file " + file + ": " + StartFailure.reason(e), e);
        }
    }

    @Override
    public synchronized void close() {
        try {
            if (printer != null) {
                printer.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
