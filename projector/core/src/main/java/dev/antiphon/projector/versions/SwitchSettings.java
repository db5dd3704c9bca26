package dev.antiphon.projector.versions;

import java.time.Duration;

/**
 * How a switch goes.
 *
 * @param patience how long at most the version that readers look at is held, so that the other one passes it, and so that
 *     both come to the end of their transactions
 * @param tableWait how long it waits at a time for those who are reading; whoever comes later waits behind it
 * @param tablePatience how long it goes on trying that
 */
public record SwitchSettings(Duration patience, Duration tableWait, Duration tablePatience) {

    /** What is far longer than a transaction or a query takes. */
    public static SwitchSettings defaults() {
        return new SwitchSettings(Duration.ofSeconds(10), Duration.ofMillis(500), Duration.ofSeconds(10));
    }
}
