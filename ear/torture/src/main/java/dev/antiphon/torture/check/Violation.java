package dev.antiphon.torture.check;

/**
 * Something that must not be.
 *
 * @param what happened
 * @param where the aggregate, command, node or topic that it concerns
 */
public record Violation(String what, String where) {

    @Override
    public String toString() {
        return where + ": " + what;
    }
}
