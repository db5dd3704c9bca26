package dev.antiphon.bench.lab;

import java.time.Instant;

/** Watches from outside of the server where orders come to, and notes when. */
public interface Sightings extends AutoCloseable {

    /** Waits until this order has been seen, and says when that was first. */
    Instant of(String orderId) throws Exception;

    @Override
    void close() throws InterruptedException;
}
