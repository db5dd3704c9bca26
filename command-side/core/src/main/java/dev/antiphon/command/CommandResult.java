package dev.antiphon.command;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * What a command has done.
 *
 * @param aggregateType the entity, for example {@code order}
 * @param id of the aggregate
 * @param version of the aggregate after the command; ask a query for at least this version to read your own write
 * @param replayed whether this is the answer of an earlier request with the same idempotency key
 */
public record CommandResult(
        String aggregateType,
        String id,
        long version,
        @JsonIgnore boolean replayed) {

    /** The same answer, told again. */
    public CommandResult asReplayed() {
        return new CommandResult(aggregateType, id, version, true);
    }
}
