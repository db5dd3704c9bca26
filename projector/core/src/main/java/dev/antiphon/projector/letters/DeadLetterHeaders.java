package dev.antiphon.projector.letters;

/** What a record on a {@code .dlq} topic has besides its original headers. */
public final class DeadLetterHeaders {

    /** {@code handler}, {@code unreadable}, {@code gap}, or {@code follows}. */
    public static final String KIND = "Dead-Letter-Kind";

    public static final String REASON = "Dead-Letter-Reason";
    public static final String TOPIC = "Dead-Letter-Topic";
    public static final String PARTITION = "Dead-Letter-Partition";
    public static final String OFFSET = "Dead-Letter-Offset";
    public static final String FAILED_AT = "Dead-Letter-Failed-At";
    public static final String PROJECTION = "Dead-Letter-Projection";
    public static final String CONSUMER = "Dead-Letter-Consumer";
    public static final String ATTEMPTS = "Dead-Letter-Attempts";

    /** The same in each copy of a letter. */
    public static final String ID = "Dead-Letter-Id";

    private DeadLetterHeaders() {}
}
