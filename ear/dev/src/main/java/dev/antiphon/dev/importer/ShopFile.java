package dev.antiphon.dev.importer;

import dev.antiphon.dev.process.StartFailure;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** A shop's order lines as comma separated values, plain or gzipped (told by content, not by name), read once. */
final class ShopFile implements AutoCloseable {

    private static final CSVFormat FORMAT = CSVFormat.RFC4180
            .builder()
            .setIgnoreEmptyLines(true)
            .setLenientEof(true)
            .setTrailingData(true)
            .get();

    private final String name;
    private final CSVParser parser;
    private final ShopHeader header;

    private ShopFile(String name, InputStream in) throws IOException {
        this.name = name;
        this.parser = FORMAT.parse(new BufferedReader(new InputStreamReader(unpacked(in), StandardCharsets.UTF_8)));
        Iterator<CSVRecord> records = parser.iterator();
        if (!records.hasNext()) {
            throw new StartFailure(name + " is empty; its first line must name the columns.");
        }
        List<String> names = new ArrayList<>(records.next().toList());
        names.set(0, names.get(0).replace("\uFEFF", ""));
        this.header = new ShopHeader(names);
    }

    /**
     * Opens a file, or standard input for {@code -}.
     *
     * @throws StartFailure when it cannot be read or its first line does not name the columns
     */
    static ShopFile open(Path file, InputStream standardInput) {
        String name = file.toString();
        try {
            if (name.equals("-")) {
                return new ShopFile("Standard input", standardInput);
            }
            if (!Files.isReadable(file) || Files.isDirectory(file)) {
                throw new StartFailure(name + " is not a file that can be read.");
            }
            return new ShopFile(name, Files.newInputStream(file));
        } catch (IOException | UncheckedIOException e) {
            throw unreadable(name, e);
        }
    }

    ShopHeader header() {
        return header;
    }

    /**
     * Reads to the end.
     *
     * @param good told every record with the right number of columns
     * @param malformed told every other record
     */
    void read(Consumer<ShopLine> good, Consumer<ShopLine> malformed) {
        int columns = header.names().size();
        try {
            for (CSVRecord record : parser) {
                List<String> values = record.toList();
                long breaks = values.stream()
                        .mapToLong(value -> value.chars().filter(c -> c == '\n').count())
                        .sum();
                ShopLine line = new ShopLine(parser.getCurrentLineNumber() - breaks, values);
                (values.size() == columns ? good : malformed).accept(line);
            }
        } catch (UncheckedIOException e) {
            throw unreadable(name, e);
        }
    }

    @Override
    public void close() {
        try {
            parser.close();
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    private static InputStream unpacked(InputStream in) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(in, 1 << 16);
        buffered.mark(2);
        boolean gzip = buffered.read() == 0x1f && buffered.read() == 0x8b;
        buffered.reset();
        return gzip ? new GZIPInputStream(buffered, 1 << 16) : buffered;
    }

    private static StartFailure unreadable(String name, Exception e) {
        return new StartFailure(name + " cannot be read: " + StartFailure.reason(e), e);
    }
}
