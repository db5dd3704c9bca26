package dev.antiphon.torture.traffic;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A command as a client means it; sent as often as it takes to hear how it ended.
 *
 * @param number tells it from all others
 * @param kind what it asks for
 * @param path below the context root of the command side
 * @param body JSON, or empty
 * @param aggregateId of the product or order
 * @param ifMatch the version that the client has seen, or null where it does not care
 * @param wrong why it has to be refused, or null where it may well succeed
 * @param content what it sets, by the names of the event's fields
 */
public record Request(
        long number,
        Kind kind,
        String method,
        String path,
        String body,
        String aggregateId,
        @Nullable Long ifMatch,
        @Nullable Mistake wrong,
        Map<String, String> content) {

    /** What can be asked for, and what event tells that it was done. */
    public enum Kind {
        LIST("product.listed"),
        RENAME("product.renamed"),
        REPRICE("product.repriced"),
        PLACE("order.placed"),
        CONFIRM("order.confirmed"),
        SHIP("order.shipped"),
        CANCEL("order.cancelled");

        private final String eventType;

        Kind(String eventType) {
            this.eventType = eventType;
        }

        public String eventType() {
            return eventType;
        }

        public boolean isOfOrder() {
            return ordinal() >= PLACE.ordinal();
        }
    }

    /** Deliberate ones. */
    public enum Mistake {
        STALE_VERSION,
        UNKNOWN_ID,
        INVALID_BODY,
        FORBIDDEN_BY_STATE,
        EXISTS_ALREADY
    }

    public Request {
        content = Map.copyOf(content);
    }

    /** The same for every attempt. */
    public String idempotencyKey() {
        return "torture-" + number;
    }

    /** Of one attempt; carried by the event that it records. */
    public String correlationId(int attempt) {
        return "torture-" + number + "." + attempt;
    }

    /** The number of the request that a correlation id tells of, or -1. */
    public static long numberIn(String correlationId) {
        var dot = correlationId.indexOf('.');
        return correlationId.startsWith("torture-") && dot > 0
                ? Long.parseLong(correlationId.substring("torture-".length(), dot))
                : -1;
    }

    @Override
    public String toString() {
        return "request " + number + " (" + kind + " of " + aggregateId + ")";
    }
}
