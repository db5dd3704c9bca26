package dev.antiphon.command.relay;

import dev.antiphon.events.Backoff;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Topics that the broker refuses as a whole. Their events wait unparked, in order, while other topics flow; each is
 * tried again after a wait.
 */
final class TopicPauses {

    private static final Logger LOG = LoggerFactory.getLogger(TopicPauses.class);

    private record Pause(int failures, long until, String reason) {}

    private final Backoff backoff;
    private final Map<String, Pause> pauses = new HashMap<>();

    TopicPauses(Backoff backoff) {
        this.backoff = backoff;
    }

    /** Pauses for the usual wait after a failure, longer with each in a row. */
    synchronized void pause(String topic, Throwable cause) {
        var earlier = pauses.get(topic);
        pause(topic, cause, backoff.before(earlier == null ? 1 : earlier.failures() + 1));
    }

    /** Pauses for a time that the caller knows. */
    synchronized void pause(String topic, Throwable cause, Duration wait) {
        var earlier = pauses.get(topic);
        var failures = earlier == null ? 1 : earlier.failures() + 1;
        if (earlier == null) {
            LOG.warn(
                    "Kafka refuses the topic {}; its events wait in the outbox and are tried again by themselves: {}",
                    topic,
                    cause.toString());
        }
        pauses.put(topic, new Pause(failures, System.nanoTime() + wait.toNanos(), cause.toString()));
    }

    /** Whether these were all refused before. */
    synchronized boolean areKnown(Collection<String> topics) {
        return pauses.keySet().containsAll(topics);
    }

    /** Topics not to be tried now. */
    synchronized List<String> paused() {
        var now = System.nanoTime();
        return pauses.entrySet().stream()
                .filter(each -> each.getValue().until() - now > 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Something was stored in the topic. */
    synchronized void works(String topic) {
        if (pauses.remove(topic) != null) {
            LOG.info("Kafka takes the topic {} again", topic);
        }
    }

    /** Refused topics with their reasons. */
    synchronized Map<String, String> reasons() {
        var reasons = new HashMap<String, String>();
        pauses.forEach((topic, pause) -> reasons.put(topic, pause.reason()));
        return reasons;
    }
}
