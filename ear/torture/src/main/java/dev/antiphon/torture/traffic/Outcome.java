package dev.antiphon.torture.traffic;

/**
 * How a command ended, as far as its client was told.
 *
 * @param verdict what it comes to
 * @param status of the answer, 0 without one
 * @param version of the aggregate, where the command was acknowledged
 * @param body of the answer
 */
public record Outcome(Verdict verdict, int status, long version, String body) {

    /** What a client knows. */
    public enum Verdict {
        /** It took effect. */
        ACKNOWLEDGED,
        /** It had none and never will. */
        REFUSED,
        /** Nobody told. */
        UNKNOWN
    }

    public static final Outcome UNKNOWN = new Outcome(Verdict.UNKNOWN, 0, 0, "");
}
