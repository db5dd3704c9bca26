package dev.antiphon.dev.cli;

import dev.antiphon.dev.check.ExpectedTopic;
import dev.antiphon.dev.check.TopicChecks;
import dev.antiphon.dev.runtime.Environment;
import dev.antiphon.dev.runtime.ProjectorWar;
import dev.antiphon.projector.letters.DeadLetterTopic;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.NewTopic;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Checks or makes the topics of the application. */
@Command(
        name = "topics",
        description = {
            "Checks the topics of the application's events: that they exist, their partitions and retention against the"
                    + " settings, that they are not compacted, that the newest record of each partition has the key and the"
                    + " headers of an event; and the topics of their dead letters. Which there are is read from the war with"
                    + " the projections, settings from the environment and that war.",
            "Works on the Kafka cluster named by ANTIPHON_KAFKA_BOOTSTRAP_SERVERS, else on that of the application started on"
                    + " the same data folder.",
            "With --json: level (ok, warning or wrong), about, what, todo (null for nothing)."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:Nothing is wrong.",
            "1:Something is wrong, or could not be asked.",
            "2:The command line is wrong."
        },
        footerHeading = Examples.HEADING,
        footer = {
            "  ./antiphon topics",
            "  ./antiphon topics --war shop-projector.war --json",
            "  ./antiphon topics create",
        })
public final class TopicsCommand implements Callable<Integer> {

    @Mixin
    private OperatedDatabase servers;

    @Mixin
    private Output output;

    @Mixin
    private WarOption war;

    @Override
    public Integer call() {
        var expected = expected();
        try (var kafka = servers.kafka()) {
            return Findings.tell(output, new TopicChecks(kafka).run(expected));
        }
    }

    @Command(
            description = {
                "Makes the topics that do not exist, with the partitions of antiphon.topic.partitions, and kept as long as the"
                        + " projections keep processed events; and those of the dead letters, kept for 30 days. Leaves others"
                        + " as they are.",
                "With --json: topic, created (true or false)."
            },
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  ANTIPHON_TOPIC_PARTITIONS=12 ./antiphon topics create")
    int create() {
        var expected = expected();
        try (var kafka = servers.kafka()) {
            var existing = kafka.describe(TopicChecks.names(expected)).keySet();
            for (var topic : wanted(expected)) {
                var missing = !existing.contains(topic.name());
                if (missing) {
                    kafka.create(topic);
                }
                output.tell(
                        new JsonLine().with("topic", topic.name()).with("created", missing),
                        topic.name() + (missing ? ": created" : ": exists"));
            }
        }
        return 0;
    }

    private static List<NewTopic> wanted(List<ExpectedTopic> expected) {
        var wanted = new ArrayList<NewTopic>();
        for (var topic : expected) {
            wanted.add(topic.create());
            if (topic.isRead()) {
                wanted.add(DeadLetterTopic.create(topic.name().value()));
            }
        }
        return wanted;
    }

    private List<ExpectedTopic> expected() {
        try (var projector = new ProjectorWar(war.file())) {
            return ExpectedTopic.of(projector, projector.settings(new Environment(System.getenv())));
        }
    }
}
