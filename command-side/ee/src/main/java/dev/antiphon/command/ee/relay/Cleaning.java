package dev.antiphon.command.ee.relay;

import dev.antiphon.command.ee.CommandSide;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes published events and kept outcomes past their time: batch by batch, each a short transaction, until none is
 * left. No command waits for it, since nobody else touches such rows.
 */
@ApplicationScoped
public class Cleaning {

    private static final Logger LOG = LoggerFactory.getLogger(Cleaning.class);
    private static final int AT_A_TIME = 1_000;
    private static final int STOP_SECONDS = 5;

    @Inject
    CommandSide commandSide;

    private final Semaphore running = new Semaphore(1);
    private volatile boolean stopped;

    /** Cleans soon, unless that is going on already. Returns at once. */
    void start() {
        if (stopped || !running.tryAcquire()) {
            return;
        }
        try {
            commandSide.threads().execute(this::run);
        } catch (RejectedExecutionException e) {
            running.release();
        }
    }

    private void run() {
        try {
            commandSide.relay().clean(() -> !stopped);
            var outcomes = AT_A_TIME;
            while (!stopped && outcomes == AT_A_TIME) {
                outcomes = commandSide.idempotency().clean(AT_A_TIME);
            }
        } catch (SQLException | RuntimeException e) {
            LOG.info("Old rows could not be cleaned now and will be later: {}", e.getMessage());
        } finally {
            running.release();
        }
    }

    /** Waits for the batch that is running. */
    void stop() {
        stopped = true;
        try {
            if (!running.tryAcquire(STOP_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("Cleaning did not stop within {} s", STOP_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
