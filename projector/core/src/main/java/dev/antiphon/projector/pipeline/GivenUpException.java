package dev.antiphon.projector.pipeline;

import dev.antiphon.projector.spi.Failure;

/** Retry has nothing more to try: the record goes to the dead letters. */
final class GivenUpException extends RuntimeException {

    private final transient Failure failure;

    GivenUpException(Failure failure) {
        super(failure.message(), failure.cause());
        this.failure = failure;
    }

    Failure failure() {
        return failure;
    }
}
