package dev.antiphon.dev.cli;

import dev.antiphon.command.relay.OutboxState;
import dev.antiphon.command.relay.ParkedEvents;
import dev.antiphon.command.relay.RelayPlan;
import dev.antiphon.dev.process.StartFailure;
import java.sql.SQLException;
import java.util.Locale;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What an operator does about the outbox while everything runs. */
@Command(
        name = "outbox",
        description = "Shows what waits to be sent, mends what cannot be sent, and changes the number of lanes, while"
                + " everything runs. Works on the database named by ANTIPHON_WRITE_URL, else on that of the application"
                + " started on the same data folder.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = Examples.HEADING,
        footer = {
            "  ./antiphon outbox backlog",
            "  ./antiphon outbox parked",
            "  ./antiphon outbox redrive shop.orders.order 536365",
        })
public final class OutboxCommand implements Runnable {

    private static final int LISTED = 1_000;

    @Spec
    private CommandSpec spec;

    @Mixin
    private OperatedDatabase database;

    @Mixin
    private Output output;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "Say what to do: backlog, parked, redrive, discard or lanes.");
    }

    @Command(
            description = {
                "Counts what waits to be sent (up to 100,000), and what never can be.",
                "With --json: unsent, oldestSeconds, parked."
            },
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  ./antiphon outbox backlog --json")
    int backlog() {
        return database.write(source -> {
            var waiting = new OutboxState(source).waiting();
            var unsent = waiting.unsent();
            output.tell(
                    new JsonLine()
                            .with("unsent", unsent.rows())
                            .with("oldestSeconds", unsent.age().toMillis() / 1e3)
                            .with("parked", waiting.parked()),
                    String.format(
                            Locale.ROOT,
                            "%,d events wait to be sent%s; %,d are parked.",
                            unsent.rows(),
                            unsent.rows() == 0
                                    ? ""
                                    : String.format(
                                            Locale.ROOT,
                                            ", the oldest for %.1f s",
                                            unsent.age().toMillis() / 1e3),
                            waiting.parked()));
        });
    }

    @Command(
            description = {
                "Lists the aggregates with events that can never be sent as they are, and why.",
                "With --json: topic, aggregateId, eventType, events, since, reason."
            },
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  ./antiphon outbox parked --json")
    int parked() {
        return database.write(source -> {
            var list = new ParkedEvents(source).list(LISTED);
            list.forEach(this::tell);
            output.say(list.isEmpty() ? "Nothing is parked." : "Parked aggregates: " + list.size());
        });
    }

    private void tell(ParkedEvents.ParkedAggregate parked) {
        output.tell(
                new JsonLine()
                        .with("topic", parked.topic())
                        .with("aggregateId", parked.aggregateId())
                        .with("eventType", parked.eventType())
                        .with("events", parked.events())
                        .with("since", parked.since())
                        .with("reason", parked.reason()),
                "%s %s: %s and %d behind it, since %s%n    %s"
                        .formatted(
                                parked.topic(),
                                parked.aggregateId(),
                                parked.eventType(),
                                parked.events() - 1,
                                parked.since(),
                                parked.reason()));
    }

    @Command(
            description = {
                "Puts the events of an aggregate back into the outbox, in order.",
                "With --json: redriven (how many)."
            },
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  ./antiphon outbox redrive shop.orders.order 536365")
    int redrive(
            @Parameters(paramLabel = "TOPIC") String topic, @Parameters(paramLabel = "AGGREGATE") String aggregate) {
        return database.write(source -> {
            var count = new ParkedEvents(source).redrive(topic, aggregate);
            output.tell(
                    new JsonLine().with("redriven", count),
                    count == 0 ? nothing(topic, aggregate) : "Events put back into the outbox: " + count);
        });
    }

    @Command(
            description = {
                "Gives up the first parked event of an aggregate and sends those behind it. Consumers see a hole in the"
                        + " aggregate's versions.",
                "With --json: discarded (true or false)."
            },
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  ./antiphon outbox discard shop.orders.order 536365 --reason \"too large, sent by hand\"")
    int discard(
            @Parameters(paramLabel = "TOPIC") String topic,
            @Parameters(paramLabel = "AGGREGATE") String aggregate,
            @Option(
                            names = "--reason",
                            required = true,
                            paramLabel = "TEXT",
                            description = "Why; kept with the event in antiphon.parked_audit.")
                    String reason,
            @Mixin Confirmation confirmation) {
        return database.write(source -> {
            confirmation.require("Give up the first parked event of " + aggregate + " on " + topic + " for good?");
            var found = new ParkedEvents(source).discard(topic, aggregate, reason);
            output.tell(
                    new JsonLine().with("discarded", found),
                    found ? "Discarded, and kept in antiphon.parked_audit." : nothing(topic, aggregate));
        });
    }

    @Command(
            description = {
                "Lists the lanes of the outbox and who serves them; or divides the outbox into another number of lanes: at"
                        + " least one for each relay node. That takes effect when every lease of the old number has ended.",
                "With --json: lane, owner, held, leasedUntil; after a change: wanted."
            },
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = {"  ./antiphon outbox lanes", "  ./antiphon outbox lanes 32"})
    int lanes(
            @Parameters(paramLabel = "NUMBER", arity = "0..1", description = "How many there shall be.") @Nullable Integer number) {
        if (number == null) {
            return database.write(this::listLanes);
        }
        if (number < 1 || number > RelayPlan.MOST_LANES) {
            throw new StartFailure("The number of lanes must be between 1 and " + RelayPlan.MOST_LANES + ".");
        }
        return database.write(source -> {
            new RelayPlan(source).want(number);
            output.tell(
                    new JsonLine().with("wanted", number),
                    "The relays divide the outbox into " + number + " lanes as soon as they have let go of the old.");
        });
    }

    private void listLanes(DataSource source) throws SQLException {
        var lanes = new OutboxState(source).lanes();
        for (var lane : lanes) {
            output.tell(
                    new JsonLine()
                            .with("lane", lane.number())
                            .with("owner", lane.owner())
                            .with("held", lane.held())
                            .with("leasedUntil", lane.leasedUntil()),
                    lane.held()
                            ? "lane %d: %s until %s".formatted(lane.number(), lane.owner(), lane.leasedUntil())
                            : "lane %d: nobody".formatted(lane.number()));
        }
        if (!lanes.isEmpty() && lanes.get(0).wanted() != lanes.size()) {
            output.say("There shall be " + lanes.get(0).wanted() + " lanes, as soon as no relay holds one of these.");
        }
    }

    private static String nothing(String topic, String aggregate) {
        return "Nothing of " + topic + " " + aggregate + " is parked.";
    }
}
