package dev.antiphon.dev.process;

/** Told what a long start is doing. Called from several threads; must not block for long. */
@FunctionalInterface
public interface Progress {

    /** @param message one line, without a line end */
    void report(String message);

    /** Tells nobody. */
    static Progress silent() {
        return message -> {};
    }
}
