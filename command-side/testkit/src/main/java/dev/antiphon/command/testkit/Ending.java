package dev.antiphon.command.testkit;

import dev.antiphon.command.Aggregate;
import dev.antiphon.command.Command;
import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.CommandResult;
import dev.antiphon.command.Refusal;
import dev.antiphon.command.Violation;
import dev.antiphon.command.outbox.OutboxEvent;
import dev.antiphon.events.Masked;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the command under test led to. Every expectation that fails tells the whole story. */
public final class Ending {

    private final Story story;
    private final Command command;
    private final @Nullable CommandResult result;
    private final @Nullable CommandRefusedException refusal;
    private final List<OutboxEvent> events;
    private final List<Aggregate<?>> aggregates;

    Ending(
            Story story,
            Command command,
            @Nullable CommandResult result,
            @Nullable CommandRefusedException refusal,
            List<OutboxEvent> events,
            List<Aggregate<?>> aggregates) {
        this.story = story;
        this.command = command;
        this.result = result;
        this.refusal = refusal;
        this.events = events;
        this.aggregates = aggregates;
    }

    /** The command was done and recorded exactly these events, in this order. */
    public Ending then(Object... expected) {
        done();
        if (!events().equals(List.of(expected))) {
            throw unexpected(told(List.of(expected)));
        }
        return this;
    }

    /** The command was done and recorded no event. */
    public Ending thenNothing() {
        return then();
    }

    /** The version that the client is answered. */
    public Ending version(long expected) {
        if (done().version() != expected) {
            throw unexpected("version " + expected);
        }
        return this;
    }

    /**
     * The state of the aggregate that the answer speaks of.
     *
     * @param check throws if something is not as it should be
     */
    public <A extends Aggregate<?>> Ending thenState(Class<A> type, Consumer<? super A> check) {
        var id = done().id();
        var state = aggregates.stream()
                .filter(aggregate ->
                        type.isInstance(aggregate) && aggregate.id().equals(id))
                .findFirst()
                .orElseThrow(() -> unexpected(type.getSimpleName() + " '" + id + "'"));
        check.accept(type.cast(state));
        return this;
    }

    /** The command was refused for this reason, and nothing has changed. */
    public void thenRefused(Refusal reason) {
        if (refusal == null || refusal.reason() != reason) {
            throw unexpected("refused for the reason " + reason);
        }
    }

    /**
     * The command was refused, and nothing has changed.
     *
     * @param code of the refusal; {@code invalid-command} where Jakarta Validation on the command is violated
     * @param pointers the refused places, such as {@code /lines/0/unitPrice}, in any order, all of them; none given: any
     */
    public void thenRefused(String code, String... pointers) {
        var places = Stream.of(pointers).sorted().toList();
        if (refusal == null
                || !refusal.code().equals(code)
                || !places.isEmpty() && !places.equals(places(refusal.violations()))) {
            throw unexpected("refused as " + code + (places.isEmpty() ? "" : " at " + String.join(", ", places)));
        }
    }

    private static List<String> places(List<Violation> violations) {
        return violations.stream().map(Violation::pointer).sorted().toList();
    }

    /** The recorded events, for further assertions; empty after a refusal. */
    public List<Object> events() {
        return events.stream().map(OutboxEvent::payload).toList();
    }

    /** The answer, for further assertions. */
    public CommandResult result() {
        return done();
    }

    private CommandResult done() {
        if (result == null) {
            throw unexpected("done");
        }
        return result;
    }

    private AssertionError unexpected(String expected) {
        var lines = new ArrayList<String>();
        lines.add("The command led to something else.");
        lines.add("Given     " + (story.earlier().isEmpty() ? "nothing" : told(story.earlier())));
        lines.add("When      " + Masked.text(command));
        lines.add("Expected  " + expected);
        lines.add("But was   " + actual());
        if (Constraints.steps().isEmpty()) {
            lines.add("Constraints on commands were not checked: no Jakarta Validation provider is on the class path.");
        }
        return new AssertionError(String.join(System.lineSeparator(), lines), refusal);
    }

    private String actual() {
        return result == null ? told(refusal) : told(events()) + indent() + "version " + result.version();
    }

    static String told(@Nullable CommandRefusedException refusal) {
        return refusal == null
                ? "nothing"
                : "refused as " + refusal.code() + " (" + refusal.reason() + "): " + refusal.getMessage()
                        + refusal.violations().stream()
                                .map(violation -> indent() + violation.pointer() + " " + violation.detail())
                                .collect(Collectors.joining());
    }

    private static String told(List<Object> things) {
        return things.isEmpty()
                ? "no event"
                : things.stream()
                        .map(thing -> thing instanceof Aggregate<?> state
                                ? state.getClass().getSimpleName() + " '" + state.id() + "'"
                                : Masked.text(thing))
                        .collect(Collectors.joining(indent()));
    }

    private static String indent() {
        return System.lineSeparator() + " ".repeat(10);
    }
}
