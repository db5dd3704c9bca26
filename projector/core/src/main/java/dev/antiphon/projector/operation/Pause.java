package dev.antiphon.projector.operation;

import java.time.Instant;

/**
 * A projection's standstill that somebody asked for.
 *
 * @param since by the database's clock
 * @param by the database user
 */
public record Pause(String reason, Instant since, String by) {}
