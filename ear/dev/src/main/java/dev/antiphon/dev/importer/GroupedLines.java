package dev.antiphon.dev.importer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.code.externalsorting.ExternalSort;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lines brought together by a key, wherever they stood: first all are added, then the groups are read, each in the
 * order of the lines' numbers. Sorting happens on disk; memory holds one group and a fixed buffer.
 */
final class GroupedLines implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<List<String>> STRINGS = new TypeReference<>() {};

    /** No character of a JSON text is lower than it, so sorting whole rows sorts by key, then number. */
    private static final char SEPARATOR = '\t';

    private static final int MAX_FILES = 1024;
    private static final long SORT_MEMORY_BYTES = 48L << 20;

    private final Path folder;
    private final Path unsorted;
    private final BufferedWriter writer;
    private @Nullable BufferedReader reader;
    private @Nullable String ahead;

    /** @param folder for temporary files; they are removed by {@link #close} */
    GroupedLines(Path folder, String name) {
        try {
            this.folder = Files.createDirectories(folder.resolve(name));
            this.unsorted = this.folder.resolve("unsorted");
            this.writer = Files.newBufferedWriter(unsorted);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The lines of one key.
     *
     * @param key what they have in common
     * @param lines at least one, by number
     */
    record Group(String key, List<ShopLine> lines) {}

    void add(String key, ShopLine line) {
        try {
            writer.write(JSON.writeValueAsString(key));
            writer.write(SEPARATOR);
            writer.write(String.format("%018d", line.number()));
            writer.write(SEPARATOR);
            writer.write(JSON.writeValueAsString(line.values()));
            writer.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the adding. */
    void sort() {
        try {
            writer.close();
            Path sorted = folder.resolve("sorted");
            List<File> parts;
            try (BufferedReader rows = Files.newBufferedReader(unsorted)) {
                parts = ExternalSort.sortInBatch(
                        rows,
                        Files.size(unsorted),
                        Comparator.naturalOrder(),
                        MAX_FILES,
                        SORT_MEMORY_BYTES,
                        StandardCharsets.UTF_8,
                        folder.toFile(),
                        false,
                        0,
                        false,
                        false);
            }
            Files.delete(unsorted);
            ExternalSort.mergeSortedFiles(
                    parts, sorted.toFile(), Comparator.naturalOrder(), StandardCharsets.UTF_8, false);
            reader = Files.newBufferedReader(sorted);
            ahead = reader.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next group, or null after the last. */
    @Nullable Group next() {
        if (reader == null) {
            throw new IllegalStateException("not sorted yet");
        }
        String row = ahead;
        if (row == null) {
            return null;
        }
        try {
            String key = row.substring(0, row.indexOf(SEPARATOR));
            List<ShopLine> lines = new ArrayList<>();
            while (row != null && row.startsWith(key + SEPARATOR)) {
                lines.add(line(row, key.length() + 1));
                row = reader.readLine();
            }
            ahead = row;
            return new Group(JSON.readValue(key, String.class), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ShopLine line(String row, int from) throws JsonProcessingException {
        int end = row.indexOf(SEPARATOR, from);
        return new ShopLine(Long.parseLong(row.substring(from, end)), JSON.readValue(row.substring(end + 1), STRINGS));
    }

    @Override
    public void close() {
        try {
            writer.close();
            if (reader != null) {
                reader.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
