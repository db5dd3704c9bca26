package dev.antiphon.command;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The {@code If-Match} of a request: the command counts only for the versions that its sender has seen.
 *
 * <p>It is compared when the handler loads its first aggregate, under that row's lock and before any rule of the domain
 * speaks; so nothing can come in between. A command that an idempotency key answers again is not compared again.
 *
 * @param versions any of them will do; empty: any version, as long as the aggregate exists
 */
public record IfMatch(Set<Long> versions) {

    private static final ThreadLocal<IfMatch> CURRENT = new ThreadLocal<>();

    public IfMatch {
        versions = Set.copyOf(versions);
    }

    /** What the request on this thread asks for, or null. */
    public static @Nullable IfMatch current() {
        return CURRENT.get();
    }

    /** Whether an aggregate of that version may be changed. */
    public boolean allows(long version) {
        return versions.isEmpty() || versions.contains(version);
    }

    /** Binds this to the thread until {@link #unbind()}. */
    public void bind() {
        CURRENT.set(this);
    }

    /** Ends the binding. */
    public static void unbind() {
        CURRENT.remove();
    }
}
