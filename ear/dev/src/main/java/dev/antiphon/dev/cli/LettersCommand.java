package dev.antiphon.dev.cli;

import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.projector.letters.DeadLetters;
import dev.antiphon.projector.letters.RedriveRequests;
import java.io.PrintWriter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What an operator does about the events that a projection could not apply. */
@Command(
        name = "letters",
        description =
                "Shows and mends what the projections could not apply, while everything runs. Works on the database"
                        + " named by ANTIPHON_READ_URL, else on that of the application started on the same data folder.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
public final class LettersCommand implements Runnable {

    private static final int LISTED = 1_000;
    private static final Duration LOOK = Duration.ofMillis(200);

    @Spec
    private CommandSpec spec;

    @Mixin
    private OperatedDatabase database;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "Say what to do: list, redrive, discard or accept-gap.");
    }

    @Command(description = "Lists the parked aggregates of all projections, and the letters of unknown aggregates.")
    int list() {
        return database.read(source -> {
            var letters = new DeadLetters(source);
            var parked = letters.parked(LISTED);
            parked.forEach(each -> out().printf(
                            "%s %s: %d letters, since %s (%s)%n    %s%n",
                            each.projection(),
                            each.aggregateId(),
                            each.letters(),
                            each.since(),
                            each.kind(),
                            each.reason()));
            var others = letters.ofNoAggregate(null, 0, LISTED);
            others.forEach(each -> out().printf(
                            "%s letter %d: %s, since %s%n    %s%n",
                            each.projection(), each.id(), each.delivery(), each.failedAt(), each.reason()));
            out().println(
                            parked.isEmpty() && others.isEmpty()
                                    ? "There are no dead letters."
                                    : "Parked aggregates: " + parked.size() + ", letters of no known aggregate: "
                                            + others.size());
        });
    }

    @Command(
            description = "Asks the running projector to apply the letters of an aggregate, or of all aggregates of a"
                    + " projection, in order, and waits for it.")
    int redrive(
            @Parameters(paramLabel = "PROJECTION") String projection,
            @Parameters(paramLabel = "AGGREGATE", arity = "0..1", description = "All if absent.") @Nullable String aggregate,
            @Option(
                            names = "--wait",
                            paramLabel = "SECONDS",
                            defaultValue = "30",
                            description = "How long to wait for the result. Default: ${DEFAULT-VALUE}")
                    int seconds) {
        return database.read(source -> {
            if (new DeadLetters(source).count(projection, aggregate) == 0) {
                out().println(nothing(projection, aggregate));
                return;
            }
            var requests = new RedriveRequests(source);
            var id = requests.add(projection, aggregate);
            var until = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
            var request = requests.find(id);
            while (request.isPresent() && !request.get().finished() && System.nanoTime() < until) {
                pause();
                request = requests.find(id);
            }
            request.ifPresent(this::tell);
        });
    }

    private void tell(RedriveRequests.Request request) {
        out().println(request.redriven() + " letters are applied.");
        if (!request.finished()) {
            out().println(
                            "The redrive has not ended yet and goes on as soon as a projector with this projection runs.");
        } else if (request.remaining() > 0) {
            out().println(request.remaining() + " letters remain.");
        }
        if (request.message() != null) {
            out().println("    " + request.message());
        }
    }

    private static void pause() {
        try {
            Thread.sleep(LOOK.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("Interrupted; the request stands, the projector serves it all the same.", e);
        }
    }

    @Command(
            description = "Gives up the first letter of an aggregate, or a letter of no known aggregate by its number."
                    + " Those behind it stay until they are redriven.")
    int discard(
            @Parameters(paramLabel = "PROJECTION", arity = "0..1") @Nullable String projection,
            @Parameters(paramLabel = "AGGREGATE", arity = "0..1") @Nullable String aggregate,
            @Option(names = "--letter", paramLabel = "NUMBER", description = "Instead of projection and aggregate.")
                    @Nullable Long letter,
            @Option(
                            names = "--reason",
                            required = true,
                            paramLabel = "TEXT",
                            description = "Why; kept with the event in antiphon.dead_letter_audit.")
                    String reason) {
        if ((letter == null) == (aggregate == null)) {
            throw new StartFailure(
                    "Name a projection and an aggregate, or a letter with --letter; see `letters list`.");
        }
        return database.read(source -> {
            var letters = new DeadLetters(source);
            var found = letter != null
                    ? letters.discard(letter, reason)
                    : letters.discard(String.valueOf(projection), aggregate, reason);
            if (!found) {
                out().println(
                                letter != null
                                        ? "There is no letter " + letter + " without an aggregate."
                                        : nothing(projection, aggregate));
                return;
            }
            out().println("Discarded, and kept in antiphon.dead_letter_audit.");
            var behind = letter != null ? 0 : letters.count(String.valueOf(projection), aggregate);
            if (behind > 0) {
                out().println(behind + " letters wait behind it: run `antiphon letters redrive " + projection + " "
                        + aggregate + "`.");
            }
        });
    }

    @Command(
            name = "accept-gap",
            description = "Says that the versions missing before the first letter of an aggregate will never come, so"
                    + " that a redrive goes on behind them.")
    int acceptGap(
            @Parameters(paramLabel = "PROJECTION") String projection,
            @Parameters(paramLabel = "AGGREGATE") String aggregate,
            @Option(
                            names = "--reason",
                            required = true,
                            paramLabel = "TEXT",
                            description = "Why; kept in antiphon.dead_letter_audit.")
                    String reason) {
        return database.read(source -> {
            var found = new DeadLetters(source).acceptGap(projection, aggregate, reason);
            out().println(
                            found
                                    ? "Accepted. Run `antiphon letters redrive " + projection + " " + aggregate + "`."
                                    : nothing(projection, aggregate));
        });
    }

    private static String nothing(@Nullable String projection, @Nullable String aggregate) {
        return "Projection " + projection + " has no dead letters"
                + (aggregate == null ? "." : " of aggregate " + aggregate + ".");
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
