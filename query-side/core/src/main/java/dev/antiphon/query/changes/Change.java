package dev.antiphon.query.changes;

/**
 * What a pushed projection has applied.
 *
 * @param id its place in the table; those of one aggregate rise with its versions
 * @param projection the projection's name; of a version that readers do not look at, with that version behind it
 * @param aggregateId the aggregate's id
 * @param version of the aggregate
 * @param eventType what happened to it; {@code snapshot} where its rows were made of its state
 */
public record Change(long id, String projection, String aggregateId, long version, String eventType) {}
