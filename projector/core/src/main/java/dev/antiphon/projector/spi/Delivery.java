package dev.antiphon.projector.spi;

import dev.antiphon.events.Envelope;
import dev.antiphon.events.Headers;
import dev.antiphon.events.UnreadableEnvelopeException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A record from Kafka on its way to the handler, in one attempt. */
public final class Delivery {

    private static final int LONGEST_KEY = 1_000;

    private final String topic;
    private final int partition;
    private final long offset;
    private final Instant timestamp;
    private final byte @Nullable [] originalKey;
    private final @Nullable String key;
    private final byte @Nullable [] value;
    private final List<RecordHeader> originalHeaders;
    private final int attempt;
    private final Duration waited;
    private @Nullable Envelope envelope;

    /** A record as it came. */
    public Delivery(
            String topic,
            int partition,
            long offset,
            Instant timestamp,
            byte @Nullable [] key,
            byte @Nullable [] value,
            List<RecordHeader> headers) {
        this(topic, partition, offset, timestamp, key, text(key), value, headers, 0, Duration.ZERO);
    }

    /**
     * A record as it would come from the relay.
     *
     * @param headers the last value of each
     * @param attempt 0 in a batch, from 1 on alone
     */
    public Delivery(
            String topic,
            int partition,
            long offset,
            Instant timestamp,
            @Nullable String key,
            byte @Nullable [] value,
            Map<String, String> headers,
            int attempt) {
        this(
                topic,
                partition,
                offset,
                timestamp,
                key == null ? null : key.getBytes(StandardCharsets.UTF_8),
                key,
                value,
                headers.entrySet().stream()
                        .map(each ->
                                new RecordHeader(each.getKey(), each.getValue().getBytes(StandardCharsets.UTF_8)))
                        .toList(),
                attempt,
                Duration.ZERO);
    }

    private Delivery(
            String topic,
            int partition,
            long offset,
            Instant timestamp,
            byte @Nullable [] originalKey,
            @Nullable String key,
            byte @Nullable [] value,
            List<RecordHeader> originalHeaders,
            int attempt,
            Duration waited) {
        this.topic = topic;
        this.partition = partition;
        this.offset = offset;
        this.timestamp = timestamp;
        this.originalKey = originalKey;
        this.key = key;
        this.value = value;
        this.originalHeaders = originalHeaders;
        this.attempt = attempt;
        this.waited = waited;
    }

    /** A key that is no text names no aggregate; neither does one that PostgreSQL cannot store or index as text. */
    private static @Nullable String text(byte @Nullable [] bytes) {
        if (bytes == null || bytes.length > LONGEST_KEY) {
            return null;
        }
        var text = new String(bytes, StandardCharsets.UTF_8);
        var suspicious = text.indexOf('\uFFFD') >= 0 && !Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes);
        return suspicious || text.indexOf('\0') >= 0 ? null : text;
    }

    private static Map<String, String> texts(List<RecordHeader> headers) {
        var texts = new HashMap<String, String>();
        for (var header : headers) {
            if (header.value() != null) {
                texts.put(header.name(), new String(header.value(), StandardCharsets.UTF_8));
            }
        }
        return texts;
    }

    /** The same record in another attempt. */
    public Delivery attempt(int number) {
        return attempt(number, Duration.ZERO);
    }

    /** The same record in another attempt, after a wait for what is missing before it. */
    public Delivery attempt(int number, Duration waiting) {
        var same = new Delivery(
                topic, partition, offset, timestamp, originalKey, key, value, originalHeaders, number, waiting);
        same.envelope = envelope;
        return same;
    }

    public String topic() {
        return topic;
    }

    public int partition() {
        return partition;
    }

    public long offset() {
        return offset;
    }

    /** The record's own time, set by producer or broker. */
    public Instant timestamp() {
        return timestamp;
    }

    /** The aggregate's id; null where the record has no key, or one that is no text or too long. */
    public @Nullable String key() {
        return key;
    }

    /** The key as it came. */
    public byte @Nullable [] originalKey() {
        return originalKey;
    }

    public byte @Nullable [] value() {
        return value;
    }

    /** The last value of each header. */
    public Map<String, String> headers() {
        return texts(originalHeaders);
    }

    /** The last value of one header; null where there is none. */
    public @Nullable String header(String name) {
        for (var i = originalHeaders.size() - 1; i >= 0; i--) {
            var header = originalHeaders.get(i);
            if (header.value() != null && header.name().equals(name)) {
                return new String(header.value(), StandardCharsets.UTF_8);
            }
        }
        return null;
    }

    /** All headers as they came. */
    public List<RecordHeader> originalHeaders() {
        return originalHeaders;
    }

    /** 0 in a batch, from 1 on alone; counts only the attempts that failed by the record itself. */
    public int attempt() {
        return attempt;
    }

    /** How long it has waited for versions that are missing before it. */
    public Duration waited() {
        return waited;
    }

    /** Whether it says that its aggregate is deleted: it has no value, and is no event. */
    public boolean isDeletion() {
        return value == null;
    }

    /** Whether {@link #envelope()} can be read. */
    public boolean hasEnvelope() {
        try {
            envelope();
            return true;
        } catch (UnreadableEnvelopeException e) {
            return false;
        }
    }

    /**
     * The envelope in the headers.
     *
     * @throws UnreadableEnvelopeException if a required header is missing or cannot be understood (rule E2)
     */
    public Envelope envelope() {
        if (envelope == null) {
            if (key == null && originalKey != null) {
                throw new UnreadableEnvelopeException("The record's key is no text of at most " + LONGEST_KEY
                        + " bytes, so its aggregate is unknown");
            }
            envelope = Headers.read(key, this::header);
        }
        return envelope;
    }

    /** Where the record lies, for people. */
    @Override
    public String toString() {
        return topic + "-" + partition + " offset " + offset;
    }
}
