package dev.antiphon.command.testkit;

import dev.antiphon.command.Aggregate;
import dev.antiphon.command.Aggregates;
import dev.antiphon.command.Command;
import dev.antiphon.command.CommandGateway;
import dev.antiphon.command.CommandHandler;
import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.outbox.OutboxEvent;
import dev.antiphon.command.pipeline.HandlerRegistry;
import dev.antiphon.command.pipeline.HandlerStep;
import dev.antiphon.command.pipeline.PipelineGateway;
import dev.antiphon.events.EnvelopeFactory;
import dev.antiphon.events.EventJson;
import dev.antiphon.events.Masked;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Runs command handlers without a container, a database or Kafka, through the same chain as in production: constraints,
 * handler, events with consecutive versions and envelopes. Aggregates are kept in memory.
 *
 * <pre>{@code
 * CommandFixture orders = CommandFixture.of(new PlaceOrderHandler(), new ConfirmOrderHandler());
 *
 * orders.given(new PlaceOrder("1", …)).when(new ConfirmOrder("1")).then(new OrderConfirmed("1", …)).version(2);
 * orders.when(new ConfirmOrder("1")).thenRefused(Refusal.NOT_FOUND);
 * }</pre>
 *
 * <p>Every {@code given} or {@code when} on the fixture begins anew, with nothing there. Jakarta Validation on a command
 * is checked where a provider, such as {@code org.hibernate.validator:hibernate-validator}, is on the class path of the
 * test. Not shown here: the database (mapping, constraints, locks), JTA, races, idempotency keys. Not for several
 * threads at once.
 */
public final class CommandFixture {

    private final InMemoryAggregates aggregates = new InMemoryAggregates();
    private final List<OutboxEvent> appended = new ArrayList<>();
    private final HandlerRegistry registry = new HandlerRegistry();
    private final CommandGateway gateway = new PipelineGateway(
            Constraints.steps(),
            new HandlerStep(
                    registry, aggregates, new EnvelopeFactory("testkit", Clock.systemUTC(), List.of()), this::append));

    private CommandFixture() {}

    /**
     * A fixture for these handlers. Empty fields of type {@link Aggregates} are set in them, whatever their visibility; other
     * fields are the test's to set.
     *
     * @throws dev.antiphon.command.pipeline.InvalidHandlerException if a handler is declared wrongly
     * @throws dev.antiphon.events.InvalidEventModelException if events of their aggregates break a rule
     */
    public static CommandFixture of(CommandHandler<?, ?>... handlers) {
        return using(aggregates -> List.of(handlers));
    }

    /** The same for handlers that take their {@link Aggregates} in the constructor. */
    public static CommandFixture using(Function<Aggregates, List<? extends CommandHandler<?, ?>>> handlers) {
        var fixture = new CommandFixture();
        for (var handler : handlers.apply(fixture.aggregates)) {
            fixture.aggregates.injectInto(handler);
            fixture.registry.add(handler.getClass(), handler);
        }
        return fixture;
    }

    /**
     * What has happened before, in this order: commands, which are run through their handlers when the story goes on with
     * {@code when}, and aggregates, which are there as they are.
     */
    public Story given(Object... earlier) {
        return new Story(this, List.of(earlier));
    }

    /** Runs a command while there is nothing. */
    public Ending when(Command command) {
        return given().when(command);
    }

    Ending run(Story story, Command command) {
        aggregates.clear();
        story.earlier().forEach(this::prepare);
        appended.clear();
        try {
            var result = gateway.send(command);
            return new Ending(story, command, result, null, List.copyOf(appended), aggregates.all());
        } catch (CommandRefusedException refusal) {
            return new Ending(story, command, null, refusal, List.of(), List.of());
        }
    }

    private void prepare(Object earlier) {
        if (earlier instanceof Aggregate<?> state) {
            state.takeRecorded();
            aggregates.put(state);
        } else if (earlier instanceof Command command) {
            try {
                gateway.send(command);
            } catch (CommandRefusedException e) {
                throw new AssertionError("Given is " + Masked.text(earlier) + ", but it was " + Ending.told(e), e);
            }
        } else {
            throw new IllegalArgumentException("Given is " + Masked.text(earlier)
                    + ", but aggregates are not made of events: give the commands that led to it, or the aggregate.");
        }
    }

    /** Events leave as JSON and are read again by projections, so both must work here too. */
    private void append(List<OutboxEvent> events) {
        for (var event : events) {
            var json = EventJson.write(event.payload()).getBytes(StandardCharsets.UTF_8);
            EventJson.read(json, event.payload().getClass());
        }
        appended.addAll(events);
    }
}
