package dev.antiphon.dev.cli;

import dev.antiphon.command.relay.ParkedEvents;
import dev.antiphon.command.relay.RelayPlan;
import dev.antiphon.dev.postgres.Databases;
import dev.antiphon.dev.postgres.Login;
import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.dev.runtime.Environment;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
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

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = ".antiphon",
            scope = CommandLine.ScopeType.INHERIT,
            description = "Data folder of the running application. Default: ${DEFAULT-VALUE}")
    private Path data;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "Say what to do: parked, redrive, discard or lanes.");
    }

    @Command(description = "Lists the aggregates with events that can never be sent as they are, and why.")
    int parked() {
        return report(database -> {
            var list = new ParkedEvents(database).list(LISTED);
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
        return report(database -> {
            var count = new ParkedEvents(database).redrive(topic, aggregate);
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
        return report(database -> {
            var found = new ParkedEvents(database).discard(topic, aggregate, reason);
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
        return report(database -> {
            new RelayPlan(database).want(number);
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

    private interface Work {
        void on(DataSource database) throws SQLException;
    }

    private int report(Work work) {
        LogFile.silenceConsole();
        var database = writeDatabase();
        try {
            work.on(database);
            return 0;
        } catch (SQLException e) {
            throw new StartFailure(
                    "The write database " + database.getUrl() + " cannot be used: " + StartFailure.reason(e), e);
        }
    }

    private PGSimpleDataSource writeDatabase() {
        var environment = new Environment(System.getenv());
        var url = environment
                .databases()
                .map(Databases::writeUrl)
                .or(() -> new DataFolder(data).runningDatabase(Databases.WRITE))
                .orElseThrow(() -> new StartFailure("No application is running on " + data
                        + ". Start one with `./antiphon up`, name its folder with --data, or set ANTIPHON_WRITE_URL"
                        + " and ANTIPHON_READ_URL."));
        Login login = environment.roles().command();
        var database = new PGSimpleDataSource();
        database.setUrl(url);
        database.setUser(login.user());
        database.setPassword(login.password());
        return database;
    }
}
