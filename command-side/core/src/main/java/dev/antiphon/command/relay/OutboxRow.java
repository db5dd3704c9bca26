package dev.antiphon.command.relay;

/** A committed event that waits to be sent. */
record OutboxRow(
        long id, int hash, String aggregateId, String topic, String eventType, String payload, String headers) {}
