package dev.antiphon.dev.process;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process that outlives the memory of who started it: its id together with its start time, since ids are used again.
 *
 * @param pid the operating system's process id
 * @param started when the process began, to the precision the operating system gives
 */
public record ProcessIdentity(long pid, Instant started) {

    public static Optional<ProcessIdentity> of(long pid) {
        return ProcessHandle.of(pid).flatMap(ProcessIdentity::of);
    }

    public static Optional<ProcessIdentity> of(ProcessHandle process) {
        return process.info().startInstant().map(start -> new ProcessIdentity(process.pid(), start));
    }

    /** The living process, or empty when it has ended, its id now belonging to nobody or to somebody else. */
    public Optional<ProcessHandle> find() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(process ->
                        process.info().startInstant().filter(started::equals).isPresent());
    }

    /**
     * Asks the process to end and, after {@code patience}, ends it by force. Returns when it is gone or, at the latest,
     * a few seconds after the force.
     */
    public void end(Duration patience) {
        find().ifPresent(process -> {
            process.destroy();
            if (!gone(process, patience)) {
                process.destroyForcibly();
                gone(process, Duration.ofSeconds(5));
            }
        });
    }

    private static boolean gone(ProcessHandle process, Duration patience) {
        CompletableFuture<ProcessHandle> exit = process.onExit();
        try {
            exit.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            return !process.isAlive();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** {@code pid@start}, read by {@link #parse}. */
    @Override
    public String toString() {
        return pid + "@" + started;
    }

    /** What {@link #toString} wrote; empty for any other text. */
    public static Optional<ProcessIdentity> parse(String text) {
        int at = text.indexOf('@');
        try {
            return at < 0
                    ? Optional.empty()
                    : Optional.of(new ProcessIdentity(
                            Long.parseLong(text.substring(0, at)), Instant.parse(text.substring(at + 1))));
        } catch (NumberFormatException | DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
