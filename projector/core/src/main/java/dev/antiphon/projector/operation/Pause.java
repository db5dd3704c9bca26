package dev.antiphon.projector.operation;

import java.time.Instant;

/**
 * A projection's standstill that somebody asked for.
 *
 * @param since by the database's clock
 * @param by the database user
 */
public record Pause(String reason, Instant since, String by) {

    /** Since when, by whom and why, to stand behind "paused". */
    public String description() {
        return "since " + since + " by " + by + ": " + reason;
    }
}
