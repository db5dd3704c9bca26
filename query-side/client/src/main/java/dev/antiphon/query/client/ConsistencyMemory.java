package dev.antiphon.query.client;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The consistency tokens that a client has been given: the last of each aggregate, for a minute, which is longer than a
 * healthy read model lags, and of at most {@value #MOST_AGGREGATES} aggregates, the latest. Safe for many threads.
 *
 * <p>One memory is one reader: give each user of yours its own where queries of one should not wait for the writes of
 * another.
 */
public final class ConsistencyMemory {

    private static final Duration KEPT = Duration.ofMinutes(1);
    private static final int MOST_AGGREGATES = 1_000;

    /** Keeps the header short; a server takes a few times as many. */
    private static final int MOST_SENT = 16;

    private record Entry(String token, long version, String aggregateId, long since) {}

    private final LongSupplier nanoTime;

    /** By aggregate, the latest last. */
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    public ConsistencyMemory() {
        this(System::nanoTime);
    }

    ConsistencyMemory(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Keeps a token, unless a higher one of its aggregate is there; what is no token is passed over. */
    public void remember(String token) {
        var dot = token.lastIndexOf('.');
        if (dot < 1 || !token.substring(dot + 1).matches("\\d{1,18}")) {
            return;
        }
        var version = Long.parseLong(token.substring(dot + 1));
        var aggregate = token.substring(0, dot);
        synchronized (entries) {
            var known = entries.get(aggregate);
            if (known != null && known.version() > version) {
                return;
            }
            entries.remove(aggregate);
            entries.put(aggregate, new Entry(token, version, aggregateId(aggregate), nanoTime.getAsLong()));
            if (entries.size() > MOST_AGGREGATES) {
                entries.remove(entries.keySet().iterator().next());
            }
        }
    }

    /**
     * What to send with a query: first the tokens of the aggregates that its path names, then the latest ones, {@value
     * #MOST_SENT} at most.
     *
     * @param path of the query, decoded
     */
    public List<String> tokensFor(String path) {
        List<Entry> latestFirst;
        synchronized (entries) {
            var now = nanoTime.getAsLong();
            entries.values().removeIf(entry -> now - entry.since() > KEPT.toNanos());
            latestFirst = new ArrayList<>(entries.values());
        }
        Collections.reverse(latestFirst);
        var named = latestFirst.stream().filter(entry -> names(path, entry.aggregateId()));
        return Stream.concat(named, latestFirst.stream())
                .map(Entry::token)
                .distinct()
                .limit(MOST_SENT)
                .toList();
    }

    private static boolean names(String path, String aggregateId) {
        return !aggregateId.isEmpty() && (path + '/').contains('/' + aggregateId + '/');
    }

    /** Empty where a server makes its tokens otherwise. */
    private static String aggregateId(String aggregate) {
        try {
            var typeAndId = new String(Base64.getUrlDecoder().decode(aggregate), StandardCharsets.UTF_8);
            return typeAndId.substring(typeAndId.indexOf('/') + 1);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
