package dev.antiphon.dev.cli;

import dev.antiphon.command.relay.OutboxState;
import dev.antiphon.dev.kafka.Cluster;
import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.projector.consumer.StartingPoint;
import dev.antiphon.projector.jdbc.Position;
import dev.antiphon.projector.operation.PartitionPosition;
import dev.antiphon.projector.operation.Projections;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** How far the projections are behind, and the outbox. */
@Command(
        name = "lag",
        description = {
            "Tells how many records each projection has still to read, partition by partition, how old the oldest of them is,"
                    + " and what waits in the outbox. Where a projection stands is what the read database says; the offsets of"
                    + " the consumer group do not count.",
            "Works on the servers named by ANTIPHON_WRITE_URL, ANTIPHON_READ_URL and ANTIPHON_KAFKA_BOOTSTRAP_SERVERS, else"
                    + " on those of the application started on the same data folder.",
            "With --json, for each partition: projection, topic, partition, position, end, behind, lost (deleted from the topic"
                    + " before they were read), oldestSeconds (null if nothing is behind); end is null where there is no such"
                    + " topic. At last for the outbox: outboxUnsent, outboxOldestSeconds."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:All is told.",
            "1:A projection is further behind than --max, or something could not be asked.",
            "2:The command line is wrong."
        },
        footerHeading = Examples.HEADING,
        footer = {
            "  ./antiphon lag",
            "  ./antiphon lag order_summary --max 1000",
            "  ./antiphon lag --json",
        })
public final class LagCommand implements Callable<Integer> {

    @Mixin
    private OperatedDatabase servers;

    @Mixin
    private Output output;

    @Parameters(paramLabel = "PROJECTION", arity = "0..*", description = "Which ones. Default: all that have begun")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--max",
            paramLabel = "N",
            description =
                    "End with exit code 1 if a projection is further behind than so many records, in all partitions.")
    private @Nullable Long max;

    private final List<String> tooFar = new ArrayList<>();

    /** A partition that a projection reads; without {@code end} there is none. */
    private record Reading(
            PartitionPosition position, @Nullable Long end, long behind, long lost) {}

    @Override
    public Integer call() {
        servers.read(this::projections);
        servers.write(this::outbox);
        if (!tooFar.isEmpty()) {
            throw new StartFailure("Further behind than " + max + ": " + String.join(", ", tooFar) + ".");
        }
        return 0;
    }

    private void projections(DataSource read) throws SQLException {
        var positions = new TreeMap<>(new Projections(read)
                .positions().stream().collect(Collectors.groupingBy(PartitionPosition::projection)));
        for (var name : names) {
            if (!positions.containsKey(name)) {
                throw new StartFailure("There is no projection " + name + "; there are "
                        + (positions.isEmpty() ? "none yet" : String.join(", ", positions.keySet())) + ".");
            }
        }
        if (!names.isEmpty()) {
            positions.keySet().retainAll(names);
        }
        if (positions.isEmpty()) {
            output.say("There are no projections yet; they appear when a projector has begun to read.");
            return;
        }
        try (var kafka = servers.kafka()) {
            for (var projection : positions.entrySet()) {
                projection(kafka, projection.getKey(), projection.getValue());
            }
        }
    }

    private void projection(Cluster kafka, String name, List<PartitionPosition> positions) {
        var readings = readings(kafka, positions);
        var oldest = oldest(kafka, readings);
        var behind = readings.stream().mapToLong(Reading::behind).sum();
        if (max != null && behind > max) {
            tooFar.add(name + " (" + behind + ")");
        }
        output.say(String.format(Locale.ROOT, "%s: %,d behind", name, behind));
        readings.forEach(reading -> tell(reading, oldest.get(partition(reading.position()))));
    }

    private static List<Reading> readings(Cluster kafka, List<PartitionPosition> positions) {
        var topicIds = kafka.topicIds(
                positions.stream().map(PartitionPosition::topic).distinct().toList());
        var ranges = topicIds.keySet().stream().collect(Collectors.toMap(topic -> topic, kafka::ranges));
        var readings = new ArrayList<Reading>();
        for (var each : positions) {
            var range = ranges.getOrDefault(each.topic(), Map.of()).get(each.partition());
            if (range == null) {
                readings.add(new Reading(each, null, 0, 0));
                continue;
            }
            var from = StartingPoint.of(
                    new Position(each.topicId(), each.nextOffset()),
                    topicIds.get(each.topic()),
                    range.begin(),
                    range.end());
            var next = from.position().nextOffset();
            var lost = from.why() == StartingPoint.Why.BELOW_START ? next - each.nextOffset() : 0;
            readings.add(new Reading(
                    new PartitionPosition(
                            each.projection(),
                            each.topic(),
                            each.partition(),
                            from.position().topicId(),
                            next),
                    range.end(),
                    range.end() - next,
                    lost));
        }
        return readings;
    }

    private static Map<TopicPartition, Duration> oldest(Cluster kafka, List<Reading> readings) {
        var next = readings.stream()
                .filter(reading -> reading.behind() > 0)
                .collect(Collectors.toMap(
                        reading -> partition(reading.position()),
                        reading -> reading.position().nextOffset()));
        var now = Instant.now();
        var ages = new HashMap<TopicPartition, Duration>();
        kafka.peek(next)
                .forEach((partition, record) ->
                        ages.put(partition, Duration.between(Instant.ofEpochMilli(record.timestamp()), now)));
        return ages;
    }

    private static TopicPartition partition(PartitionPosition position) {
        return new TopicPartition(position.topic(), position.partition());
    }

    private void tell(Reading reading, @Nullable Duration age) {
        var position = reading.position();
        var seconds = age == null ? null : Math.max(0, age.toMillis()) / 1e3;
        if (output.isJson()) {
            output.tell(
                    new JsonLine()
                            .with("projection", position.projection())
                            .with("topic", position.topic())
                            .with("partition", position.partition())
                            .with("position", position.nextOffset())
                            .with("end", reading.end())
                            .with("behind", reading.behind())
                            .with("lost", reading.lost())
                            .with("oldestSeconds", seconds),
                    "");
        } else if (reading.end() == null) {
            output.say("    " + partition(position) + ": there is no such partition any more");
        } else if (reading.behind() > 0 || reading.lost() > 0) {
            output.say(String.format(
                    Locale.ROOT,
                    "    %s: %,d behind, at %d of %d%s%s",
                    partition(position),
                    reading.behind(),
                    position.nextOffset(),
                    reading.end(),
                    seconds == null ? "" : String.format(Locale.ROOT, ", the oldest is %.1f s old", seconds),
                    reading.lost() == 0
                            ? ""
                            : String.format(
                                    Locale.ROOT,
                                    "; %,d before them were deleted unread, rebuild it if they matter",
                                    reading.lost())));
        }
    }

    private void outbox(DataSource write) throws SQLException {
        var unsent = new OutboxState(write).waiting().unsent();
        var seconds = unsent.age().toMillis() / 1e3;
        output.tell(
                new JsonLine()
                        .with("outboxUnsent", unsent.rows())
                        .with("outboxOldestSeconds", unsent.rows() == 0 ? null : seconds),
                String.format(
                        Locale.ROOT,
                        "outbox: %,d to be sent%s",
                        unsent.rows(),
                        unsent.rows() == 0 ? "" : String.format(Locale.ROOT, ", the oldest for %.1f s", seconds)));
    }
}
