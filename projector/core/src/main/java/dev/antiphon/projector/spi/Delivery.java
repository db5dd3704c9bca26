package dev.antiphon.projector.spi;

import dev.antiphon.events.Envelope;
import dev.antiphon.events.Headers;
import dev.antiphon.events.UnreadableEnvelopeException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A record from Kafka on its way to the handler, in one attempt. */
public final class Delivery {

    private final String topic;
    private final int partition;
    private final long offset;
    private final Instant timestamp;
    private final @Nullable String key;
    private final byte @Nullable [] value;
    private final Map<String, String> headers;
    private final int attempt;
    private @Nullable Envelope envelope;

    /**
     * A record.
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
        this.topic = topic;
        this.partition = partition;
        this.offset = offset;
        this.timestamp = timestamp;
        this.key = key;
        this.value = value;
        this.headers = headers;
        this.attempt = attempt;
    }

    /** The same record in another attempt. */
    public Delivery attempt(int number) {
        var same = new Delivery(topic, partition, offset, timestamp, key, value, headers, number);
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

    public @Nullable String key() {
        return key;
    }

    public byte @Nullable [] value() {
        return value;
    }

    public Map<String, String> headers() {
        return headers;
    }

    /** 0 in a batch, from 1 on alone. */
    public int attempt() {
        return attempt;
    }

    /** Whether it can be no event at all: it has no key, or no value (a tombstone). */
    public boolean isEmpty() {
        return key == null || value == null;
    }

    /**
     * The envelope in the headers.
     *
     * @throws UnreadableEnvelopeException if a required header is missing or cannot be understood (rule E2)
     */
    public Envelope envelope() {
        if (envelope == null) {
            envelope = Headers.read(key, headers);
        }
        return envelope;
    }

    /** Where the record lies, for people. */
    @Override
    public String toString() {
        return topic + "-" + partition + " offset " + offset;
    }
}
