package dev.antiphon.projector;

/** How a projection makes sure that an event delivered twice counts once (rule S2). Neither goes by a business key. */
public enum Strategy {

    /**
     * A row for (consumer, event id) is written in the transaction of the effect; an event whose row is already there
     * is skipped. Right for effects that add up.
     */
    PROCESSED_EVENT,

    /**
     * Rows carry the aggregate's version and are written only where the stored one is lower, see {@link VersionedRow}.
     * Needs no further row, and is right where each event says the new state of one row.
     */
    VERSION_GUARD
}
