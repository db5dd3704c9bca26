package dev.antiphon.projector.letters;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;

/** The topic {@code <topic>.dlq}, as it is made when it does not exist (rule E5). */
public final class DeadLetterTopic {

    /** How long copies of letters are kept. */
    public static final Duration RETENTION = Duration.ofDays(30);

    /** A letter is a record that the broker took, and its further headers: a limit far above that of other topics. */
    static final int LARGEST = 16 << 20;

    private static final String SUFFIX = ".dlq";

    private DeadLetterTopic() {}

    /** Its name. */
    public static String nameFor(String topic) {
        return topic + SUFFIX;
    }

    /** The topic to make. */
    public static NewTopic create(String topic) {
        return new NewTopic(nameFor(topic), Optional.of(1), Optional.empty())
                .configs(Map.of(
                        "retention.ms",
                        Long.toString(RETENTION.toMillis()),
                        "max.message.bytes",
                        Integer.toString(LARGEST)));
    }
}
