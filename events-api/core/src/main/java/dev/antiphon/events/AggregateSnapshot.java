package dev.antiphon.events;

/**
 * The state of one aggregate at one version, from which a projection's rows can be made without its events (rule S3). A
 * record of its own with {@link SnapshotOf}, never the entity; its components {@code aggregateId} and
 * {@code aggregateVersion} are these methods.
 */
public interface AggregateSnapshot {

    String aggregateId();

    /** The version of the last event that is in it. */
    long aggregateVersion();
}
