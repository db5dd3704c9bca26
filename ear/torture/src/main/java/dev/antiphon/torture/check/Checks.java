package dev.antiphon.torture.check;

import java.util.List;

/** Every check there is. */
public final class Checks {

    private static final List<Check> WHILE_IT_RUNS = List.of(new ReadYourWrites(), new PushedChanges());

    private static final List<Check> AT_THE_END = List.of(
            new NothingLeft(),
            new AcknowledgedCommands(),
            new RefusedCommands(),
            new OneEffect(),
            new Histories(),
            new TopicOrder(),
            new ReadModels(),
            new DeadLetters(),
            new ReadYourWrites(),
            new PushedChanges(),
            new NoGrowth(),
            new EnoughEvidence());

    private Checks() {}

    /** Those that can be broken by what clients are told, so that a run need not go on. */
    public static List<Check> whileItRuns() {
        return WHILE_IT_RUNS;
    }

    /** All of them. */
    public static List<Check> atTheEnd() {
        return AT_THE_END;
    }
}
