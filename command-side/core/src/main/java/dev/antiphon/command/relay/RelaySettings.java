package dev.antiphon.command.relay;

import dev.antiphon.events.Backoff;
import java.time.Duration;

/**
 * How a relay works.
 *
 * @param node unique among the relays of one database
 * @param batchSize rows for each read, send and mark
 * @param lease how long lanes stay with a node that no longer renews
 * @param retention how long published rows are kept; zero deletes them at once
 * @param sendTimeout how long the broker may neither take nor refuse an event before it is given up and sent anew
 * @param partitions of a topic that has to be created
 * @param backoff waits after failures
 */
public record RelaySettings(
        String node,
        int batchSize,
        Duration lease,
        Duration retention,
        Duration sendTimeout,
        int partitions,
        Backoff backoff) {}
