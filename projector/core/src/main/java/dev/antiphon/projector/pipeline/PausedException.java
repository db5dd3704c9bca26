package dev.antiphon.projector.pipeline;

import dev.antiphon.projector.operation.Pause;

/** An operator has paused the projection; nothing is applied until it is resumed. */
public final class PausedException extends RuntimeException {

    private final transient Pause pause;

    PausedException(Pause pause) {
        super("It has been paused since " + pause.since() + " by " + pause.by() + ": " + pause.reason());
        this.pause = pause;
    }

    public Pause pause() {
        return pause;
    }
}
