package dev.antiphon.command;

import org.jspecify.annotations.Nullable;

/**
 * The {@code Idempotency-Key} of a request.
 *
 * @param scope caller and path: the same key means another thing elsewhere
 * @param value as the client sent it
 */
public record IdempotencyKey(String scope, String value) {

    private static final ThreadLocal<IdempotencyKey> CURRENT = new ThreadLocal<>();

    /** The key of the request on this thread, or null. */
    public static @Nullable IdempotencyKey current() {
        return CURRENT.get();
    }

    /** Binds this key to the thread until {@link #unbind()}. */
    public void bind() {
        CURRENT.set(this);
    }

    /** Ends the binding. */
    public static void unbind() {
        CURRENT.remove();
    }
}
