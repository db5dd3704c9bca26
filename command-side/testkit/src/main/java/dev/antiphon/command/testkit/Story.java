package dev.antiphon.command.testkit;

import dev.antiphon.command.Command;
import java.util.ArrayList;
import java.util.List;

/** What has happened before the command under test. Immutable: it may be gone on with more than once. */
public final class Story {

    private final CommandFixture fixture;
    private final List<Object> earlier;

    Story(CommandFixture fixture, List<Object> earlier) {
        this.fixture = fixture;
        this.earlier = earlier;
    }

    /** The same with more commands or aggregates behind. */
    public Story given(Object... more) {
        var all = new ArrayList<>(earlier);
        all.addAll(List.of(more));
        return new Story(fixture, List.copyOf(all));
    }

    /**
     * Runs what is given, then this command, which is the one under test.
     *
     * @throws AssertionError if an earlier command is refused
     */
    public Ending when(Command command) {
        return fixture.run(this, command);
    }

    List<Object> earlier() {
        return earlier;
    }
}
