package dev.antiphon.projector.snapshots;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/** The same work for several projections at once: each has rows and transactions of its own. */
public final class Together {

    private Together() {}

    /** What is done for one of them. */
    @FunctionalInterface
    public interface Work<T, R> {
        R on(T target) throws SQLException;
    }

    /**
     * Waits for all of them, whatever becomes of one.
     *
     * @return what came of each, in their order
     * @throws SQLException what the first one failed with; so with unchecked exceptions
     */
    public static <T, R> List<R> run(List<T> targets, Work<T, R> work, Executor threads) throws SQLException {
        var works = targets.stream()
                .map(target -> CompletableFuture.supplyAsync(() -> unchecked(work, target), threads))
                .toList();
        works.forEach(each -> each.exceptionally(failure -> null).join());
        var results = new ArrayList<R>();
        for (var each : works) {
            results.add(join(each));
        }
        return results;
    }

    private static <T, R> R unchecked(Work<T, R> work, T target) {
        try {
            return work.on(target);
        } catch (SQLException e) {
            throw new CompletionException(e);
        }
    }

    /** Waits for work on another thread, and fails as it did. */
    public static <R> R join(CompletableFuture<R> work) throws SQLException {
        try {
            return work.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof SQLException cause) {
                throw cause;
            }
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
