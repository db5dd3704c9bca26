package dev.antiphon.dev.cli;

import dev.antiphon.command.relay.ParkedEvents;
import dev.antiphon.command.relay.RelayPlan;
import dev.antiphon.dev.process.StartFailure;
import java.io.PrintWriter;
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
        description = "Shows and mends what cannot be sent, and changes the number of lanes, while everything runs."
                + " Works on the database named by ANTIPHON_WRITE_URL, else on that of the application started on the"
                + " same data folder.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
public final class OutboxCommand implements Runnable {

    private static final int LISTED = 1_000;

    @Spec
    private CommandSpec spec;

    @Mixin
    private OperatedDatabase database;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "Say what to do: parked, redrive, discard or lanes.");
    }

    @Command(description = "Lists the aggregates with events that can never be sent as they are, and why.")
    int parked() {
        return database.write(source -> {
            var list = new ParkedEvents(source).list(LISTED);
            list.forEach(each -> out().printf(
                            "%s %s: %s and %d behind it, since %s%n    %s%n",
                            each.topic(),
                            each.aggregateId(),
                            each.eventType(),
                            each.events() - 1,
                            each.since(),
                            each.reason()));
            out().println(list.isEmpty() ? "Nothing is parked." : "Parked aggregates: " + list.size());
        });
    }

    @Command(description = "Puts the events of an aggregate back into the outbox, in order.")
    int redrive(
            @Parameters(paramLabel = "TOPIC") String topic, @Parameters(paramLabel = "AGGREGATE") String aggregate) {
        return database.write(source -> {
            var count = new ParkedEvents(source).redrive(topic, aggregate);
            out().println(count == 0 ? nothing(topic, aggregate) : "Events put back into the outbox: " + count);
        });
    }

    @Command(
            description = "Gives up the first parked event of an aggregate and sends those behind it."
                    + " Consumers see a hole in the aggregate's versions.")
    int discard(
            @Parameters(paramLabel = "TOPIC") String topic,
            @Parameters(paramLabel = "AGGREGATE") String aggregate,
            @Option(
                            names = "--reason",
                            required = true,
                            paramLabel = "TEXT",
                            description = "Why; kept with the event in antiphon.parked_audit.")
                    String reason) {
        return database.write(source -> {
            var found = new ParkedEvents(source).discard(topic, aggregate, reason);
            out().println(found ? "Discarded, and kept in antiphon.parked_audit." : nothing(topic, aggregate));
        });
    }

    @Command(
            description = "Divides the outbox into another number of lanes: at least one for each relay node."
                    + " Takes effect when every lease of the old number has ended.")
    int lanes(@Parameters(paramLabel = "NUMBER") int number) {
        if (number < 1 || number > RelayPlan.MOST_LANES) {
            throw new StartFailure("The number of lanes must be between 1 and " + RelayPlan.MOST_LANES + ".");
        }
        return database.write(source -> {
            new RelayPlan(source).want(number);
            out().println("The relays divide the outbox into " + number
                    + " lanes as soon as they have let go of the old.");
        });
    }

    private static String nothing(String topic, String aggregate) {
        return "Nothing of " + topic + " " + aggregate + " is parked.";
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
