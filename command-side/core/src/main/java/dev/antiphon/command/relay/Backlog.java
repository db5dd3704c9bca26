package dev.antiphon.command.relay;

import java.time.Duration;

/**
 * What waits to be sent.
 *
 * @param rows how many; counting stops at 100,000
 * @param age of the oldest, by the database's clock
 */
public record Backlog(long rows, Duration age) {}
