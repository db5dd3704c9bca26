package dev.antiphon.torture.traffic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything that clients asked and were told, kept outside of the system: in memory for the checks, and line by line in a
 * file for whoever looks into a broken one. Safe for many threads.
 */
public final class Journal implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();

    private final Writer file;
    private final Map<Long, Entry> entries = new TreeMap<>();
    private final List<Repeat> repeats = new ArrayList<>();
    private final List<Reading> readings = new ArrayList<>();
    private final List<Push> pushes = new ArrayList<>();

    public Journal(Path file) {
        try {
            this.file = Files.newBufferedWriter(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A command and how it ended. */
    public record Entry(Request request, Outcome outcome) {}

    /** The answer to a command that was sent again though its outcome was known. */
    public record Repeat(Request request, Outcome first, Answer answer) {}

    /**
     * The answer to a query that asked for a version at least.
     *
     * @param status 0 where nothing came
     * @param version of what was answered, 0 where nothing was
     */
    public record Reading(String aggregateId, long askedFor, int status, long version) {}

    /**
     * A change that was pushed; the type is {@code snapshot} where a rebuild made it of a state, and {@code reset} where the
     * listener was told to begin anew.
     */
    public record Push(String aggregateId, long version, String type) {}

    /** Before the first attempt: from now on it may take effect. */
    public void begin(Request request) {
        synchronized (this) {
            entries.put(request.number(), new Entry(request, Outcome.UNKNOWN));
        }
        write("request", request.number(), Map.of("request", request));
    }

    void attempt(Request request, int attempt, String node, Answer answer) {
        write("attempt", request.number(), Map.of("attempt", attempt, "node", node, "answer", answer));
    }

    void end(Request request, Outcome outcome) {
        synchronized (this) {
            entries.put(request.number(), new Entry(request, outcome));
        }
        write("outcome", request.number(), Map.of("outcome", outcome));
    }

    void repeat(Request request, Outcome first, Answer answer) {
        synchronized (this) {
            repeats.add(new Repeat(request, first, answer));
        }
        write("repeat", request.number(), Map.of("answer", answer));
    }

    void reading(Reading reading) {
        synchronized (this) {
            readings.add(reading);
        }
        write("reading", null, Map.of("reading", reading));
    }

    void push(Push push) {
        synchronized (this) {
            pushes.add(push);
        }
        write("push", null, Map.of("push", push));
    }

    /** Notes what is of no use to checks but to people. */
    public void note(String what) {
        write("note", null, Map.of("what", what));
    }

    public synchronized List<Entry> entries() {
        return List.copyOf(entries.values());
    }

    public synchronized List<Repeat> repeats() {
        return List.copyOf(repeats);
    }

    public synchronized List<Reading> readings() {
        return List.copyOf(readings);
    }

    public synchronized List<Push> pushes() {
        return List.copyOf(pushes);
    }

    private void write(String event, @Nullable Long number, Map<String, Object> more) {
        var line = new LinkedHashMap<String, Object>();
        line.put("at", Instant.now().toString());
        line.put("event", event);
        if (number != null) {
            line.put("number", number);
        }
        line.putAll(more);
        try {
            var text = JSON.writeValueAsString(line);
            synchronized (file) {
                file.write(text);
                file.write('\n');
                file.flush();
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            synchronized (file) {
                file.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
