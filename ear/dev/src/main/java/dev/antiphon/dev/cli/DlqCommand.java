package dev.antiphon.dev.cli;

import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.projector.letters.DeadLetter;
import dev.antiphon.projector.letters.DeadLetters;
import dev.antiphon.projector.letters.ParkedAggregate;
import dev.antiphon.projector.letters.RedriveRequests;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
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
        name = "dlq",
        description =
                "Shows and mends what the projections could not apply, while everything runs. Works on the database"
                        + " named by ANTIPHON_READ_URL, else on that of the application started on the same data folder.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = Examples.HEADING,
        footer = {
            "  ./antiphon dlq list",
            "  ./antiphon dlq show order_summary 536365",
            "  ./antiphon dlq redrive order_summary 536365",
        })
public final class DlqCommand implements Runnable {

    private static final int LISTED = 1_000;
    private static final Duration LOOK = Duration.ofMillis(200);

    @Spec
    private CommandSpec spec;

    @Mixin
    private OperatedDatabase database;

    @Mixin
    private Output output;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "Say what to do: list, show, redrive, discard or accept-gap.");
    }

    @Command(
            description = {
                "Lists the parked aggregates of all projections, and the letters of unknown aggregates.",
                "With --json: projection, aggregateId, aggregateType, letters, since, kind, reason; of a letter of no known"
                        + " aggregate instead projection, letter, topic, partition, offset, failedAt, kind, reason."
            },
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  ./antiphon dlq list --json")
    int list() {
        return database.read(source -> {
            var letters = new DeadLetters(source);
            var parked = letters.parked(LISTED);
            parked.forEach(this::tell);
            var others = letters.ofNoAggregate(null, 0, LISTED);
            others.forEach(this::tellOther);
            output.say(
                    parked.isEmpty() && others.isEmpty()
                            ? "There are no dead letters."
                            : "Parked aggregates: " + parked.size() + ", letters of no known aggregate: "
                                    + others.size());
        });
    }

    private void tell(ParkedAggregate parked) {
        output.tell(
                new JsonLine()
                        .with("projection", parked.projection())
                        .with("aggregateId", parked.aggregateId())
                        .with("aggregateType", parked.aggregateType())
                        .with("letters", parked.letters())
                        .with("since", parked.since())
                        .with("kind", parked.kind())
                        .with("reason", parked.reason()),
                "%s %s: %d letters, since %s (%s)%n    %s"
                        .formatted(
                                parked.projection(),
                                parked.aggregateId(),
                                parked.letters(),
                                parked.since(),
                                parked.kind(),
                                parked.reason()));
    }

    private void tellOther(DeadLetter letter) {
        output.tell(
                new JsonLine()
                        .with("projection", letter.projection())
                        .with("letter", letter.id())
                        .with("topic", letter.delivery().topic())
                        .with("partition", letter.delivery().partition())
                        .with("offset", letter.delivery().offset())
                        .with("failedAt", letter.failedAt())
                        .with("kind", letter.kind())
                        .with("reason", letter.reason()),
                "%s letter %d: %s, since %s%n    %s"
                        .formatted(
                                letter.projection(),
                                letter.id(),
                                letter.delivery(),
                                letter.failedAt(),
                                letter.reason()));
    }

    @Command(
            description = {
                "Shows the letters of an aggregate, in the order in which a redrive applies them, or one letter by its"
                        + " number: why, how often and when it failed, where it lies in Kafka, its headers and its payload.",
                "With --json: letter, projection, consumer, aggregateId, aggregateVersion, eventType, kind, reason,"
                        + " attempts, failedAt, topic, partition, offset, time, key, headers (a list of name and value, as"
                        + " they came), payload. Bytes that are no text stand in hexadecimal, as 0x…"
            },
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = {"  ./antiphon dlq show order_summary 536365", "  ./antiphon dlq show --letter 17 --json"})
    int show(
            @Parameters(paramLabel = "PROJECTION", arity = "0..1") @Nullable String projection,
            @Parameters(paramLabel = "AGGREGATE", arity = "0..1") @Nullable String aggregate,
            @Option(names = "--letter", paramLabel = "NUMBER", description = "Instead of projection and aggregate.")
                    @Nullable Long letter) {
        checkTarget(letter, aggregate);
        return database.read(source -> {
            var letters = new DeadLetters(source);
            var found = letter != null
                    ? letters.find(letter).stream().toList()
                    : letters.of(String.valueOf(projection), String.valueOf(aggregate), LISTED);
            if (found.isEmpty()) {
                throw new StartFailure(
                        letter != null ? "There is no letter " + letter + "." : nothing(projection, aggregate));
            }
            found.forEach(each -> output.tell(LetterText.json(each), LetterText.of(each)));
        });
    }

    private static void checkTarget(@Nullable Long letter, @Nullable String aggregate) {
        if ((letter == null) == (aggregate == null)) {
            throw new StartFailure("Name a projection and an aggregate, or a letter with --letter; see `dlq list`.");
        }
    }

    @Command(
            description = {
                "Asks the running projector to apply the letters of an aggregate, or of all aggregates of a projection, in"
                        + " order, and waits for it.",
                "With --json: projection, aggregateId, finished, redriven, remaining, message."
            },
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = {
                "  ./antiphon dlq redrive order_summary 536365",
                "  ./antiphon dlq redrive order_summary --wait 300"
            })
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
                output.tell(
                        json(new RedriveRequests.Request(0, projection, aggregate, true, 0, 0, null)),
                        nothing(projection, aggregate));
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
            request.ifPresent(each -> output.tell(json(each), text(each)));
        });
    }

    private static JsonLine json(RedriveRequests.Request request) {
        return new JsonLine()
                .with("projection", request.projection())
                .with("aggregateId", request.aggregateId())
                .with("finished", request.finished())
                .with("redriven", request.redriven())
                .with("remaining", request.finished() ? request.remaining() : null)
                .with("message", request.message());
    }

    private static String text(RedriveRequests.Request request) {
        var text = new StringBuilder(request.redriven() + " letters are applied.");
        if (!request.finished()) {
            text.append("%nThe redrive has not ended yet and goes on as soon as a projector with this projection runs."
                    .formatted());
        } else if (request.remaining() > 0) {
            text.append("%n%d letters remain.".formatted(request.remaining()));
        }
        if (request.message() != null) {
            text.append("%n    %s".formatted(request.message()));
        }
        return text.toString();
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
            description = {
                "Gives up the first letter of an aggregate, or a letter of no known aggregate by its number. Those behind it"
                        + " stay until they are redriven.",
                "With --json: discarded (true or false), letter, remaining."
            },
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = {
                "  ./antiphon dlq discard order_summary 536365 --reason \"sent by mistake\"",
                "  ./antiphon dlq discard --letter 17 --reason \"not ours\" --yes"
            })
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
                    String reason,
            @Mixin Confirmation confirmation) {
        checkTarget(letter, aggregate);
        return database.read(source -> {
            var letters = new DeadLetters(source);
            var target = target(letters, projection, aggregate, letter);
            target.ifPresent(each -> confirmation.require("Give up " + LetterText.name(each) + " for good?"));
            var changed = target.isPresent()
                    && !target.map(DeadLetter::id)
                            .equals(target(letters, projection, aggregate, letter)
                                    .map(DeadLetter::id));
            if (changed) {
                throw new StartFailure("Nothing has changed: the letter is gone meanwhile. See `dlq list`.");
            }
            var found = letter != null
                    ? letters.discard(letter, reason)
                    : letters.discard(String.valueOf(projection), String.valueOf(aggregate), reason);
            var behind = letter != null ? 0 : letters.count(String.valueOf(projection), aggregate);
            output.tell(
                    new JsonLine()
                            .with("discarded", found)
                            .with("letter", target.map(DeadLetter::id).orElse(null))
                            .with("remaining", behind),
                    found
                            ? "Discarded, and kept in antiphon.dead_letter_audit."
                            : letter != null
                                    ? "There is no letter " + letter + " without an aggregate."
                                    : nothing(projection, aggregate));
            if (behind > 0) {
                output.say(behind + " letters wait behind it: run `antiphon dlq redrive " + projection + " " + aggregate
                        + "`.");
            }
        });
    }

    private static Optional<DeadLetter> target(
            DeadLetters letters, @Nullable String projection, @Nullable String aggregate, @Nullable Long letter)
            throws SQLException {
        return letter != null
                ? letters.find(letter).filter(each -> each.aggregateId() == null)
                : letters.first(String.valueOf(projection), String.valueOf(aggregate));
    }

    @Command(
            name = "accept-gap",
            description = {
                "Says that the versions missing before the first letter of an aggregate will never come, so that a redrive"
                        + " goes on behind them.",
                "With --json: accepted (true or false)."
            },
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer =
                    "  ./antiphon dlq accept-gap order_summary 536365 --reason \"version 3 was discarded in the outbox\"")
    int acceptGap(
            @Parameters(paramLabel = "PROJECTION") String projection,
            @Parameters(paramLabel = "AGGREGATE") String aggregate,
            @Option(
                            names = "--reason",
                            required = true,
                            paramLabel = "TEXT",
                            description = "Why; kept in antiphon.dead_letter_audit.")
                    String reason,
            @Mixin Confirmation confirmation) {
        return database.read(source -> {
            var letters = new DeadLetters(source);
            var first = letters.first(projection, aggregate);
            first.ifPresent(each ->
                    confirmation.require("Give up for good what is missing before " + LetterText.name(each) + "?"));
            var found = letters.acceptGap(projection, aggregate, reason);
            output.tell(
                    new JsonLine().with("accepted", found),
                    found
                            ? "Accepted. Run `antiphon dlq redrive " + projection + " " + aggregate + "`."
                            : nothing(projection, aggregate));
        });
    }

    private static String nothing(@Nullable String projection, @Nullable String aggregate) {
        return "Projection " + projection + " has no dead letters"
                + (aggregate == null ? "." : " of aggregate " + aggregate + ".");
    }
}
