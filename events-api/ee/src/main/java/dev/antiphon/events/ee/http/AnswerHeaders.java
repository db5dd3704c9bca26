package dev.antiphon.events.ee.http;

/** The headers that both sides answer with. */
public final class AnswerHeaders {

    /** The version of the aggregate that the answer tells of; fit to be sent back as {@code minVersion} (rule S5). */
    public static final String AGGREGATE_VERSION = "X-Aggregate-Version";

    /** Which store answered: {@code eventual} the read model, {@code immediate} the write store (rule S4). */
    public static final String DATA_FRESHNESS = "X-Data-Freshness";

    private AnswerHeaders() {}
}
