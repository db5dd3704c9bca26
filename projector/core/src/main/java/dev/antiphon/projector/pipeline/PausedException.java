package dev.antiphon.projector.pipeline;

import dev.antiphon.projector.operation.Pause;

/** An operator has paused the projection; nothing is applied until it is resumed. */
public final class PausedException extends RuntimeException {

    private final transient Pause pause;

    PausedException(Pause pause) {
        super("It has been paused " + pause.description());
        this.pause = pause;
    }

    public Pause pause() {
        return pause;
    }
}
