package dev.antiphon.query;

/** A row that knows the version of its aggregate; answered as {@code X-Aggregate-Version} and {@code ETag}. */
public interface Versioned {

    /** The last version of the aggregate that changed this row, from 1. */
    long version();
}
