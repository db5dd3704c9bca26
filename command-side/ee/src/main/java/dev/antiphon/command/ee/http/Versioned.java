package dev.antiphon.command.ee.http;

/** A body that tells the version of the aggregate it shows; the answer then carries it as headers too. */
public interface Versioned {

    long version();
}
