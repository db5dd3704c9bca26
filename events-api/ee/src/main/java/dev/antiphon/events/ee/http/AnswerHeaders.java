package dev.antiphon.events.ee.http;

/** The headers that both sides answer with. */
public final class AnswerHeaders {

    /** The version of the aggregate that the answer tells of; fit to be sent back as {@code minVersion} (rule S5). */
    public static final String AGGREGATE_VERSION = "X-Aggregate-Version";

    /** Which store answered: {@code eventual} the read model, {@code immediate} the write store (rule S4). */
    public static final String DATA_FRESHNESS = "X-Data-Freshness";

    /** When the projection applied what the answer reflects, by the clock of the read database. */
    public static final String APPLIED_AT = "X-Applied-At";

    /** How long before the answer that was, in seconds with three decimals, by the same clock. */
    public static final String DATA_AGE = "X-Data-Age";

    /**
     * On an answer that is older than asked for, which only {@code Prefer: handling=lenient} allows: {@code requested=9;
     * visible=7}, the versions of the first aggregate that is behind; without {@code visible} where nobody knows.
     */
    public static final String DATA_STALE = "X-Data-Stale";

    private AnswerHeaders() {}
}
