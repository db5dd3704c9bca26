package dev.antiphon.projector.pipeline;

import dev.antiphon.projector.spi.Delivery;

/** A stage has postponed one record of a batch, so the batch is rolled back and its records are tried one by one. */
final class BatchPostponedException extends RuntimeException {

    BatchPostponedException(Delivery delivery) {
        super(delivery + " was postponed by a stage");
    }
}
