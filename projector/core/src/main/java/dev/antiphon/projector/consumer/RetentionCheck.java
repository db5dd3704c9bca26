package dev.antiphon.projector.consumer;

import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.definition.ProjectionDefinition;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether processed events are kept as long as Kafka may deliver them again; said once, at the start, by whichever thread of
 * the projection comes first.
 */
final class RetentionCheck {

    private static final Logger LOG = LoggerFactory.getLogger(RetentionCheck.class);

    private final ProjectionDefinition definition;
    private final Duration retention;
    private final AtomicBoolean done;

    RetentionCheck(ProjectionDefinition definition, Duration retention) {
        this.definition = definition;
        this.retention = retention;
        this.done = new AtomicBoolean(definition.strategy() != Strategy.PROCESSED_EVENT);
    }

    void run(TopicIds topics) {
        if (done.getAndSet(true)) {
            return;
        }
        try {
            var topic = topics.retention(definition.topic());
            if (topic.isNegative() || topic.compareTo(retention) > 0) {
                LOG.warn(
                        "Projection {} keeps processed events for {}, but topic {} keeps its records {}: of an older one"
                                + " that comes again only the aggregate's version says that it is known. Set"
                                + " antiphon.projector.processed-event-retention.{} no shorter than the topic's"
                                + " retention.ms",
                        definition,
                        retention,
                        definition.topic(),
                        topic.isNegative() ? "for ever" : "for " + topic,
                        definition.key());
            }
        } catch (WakeupException | InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            LOG.info("The retention of topic {} is not known: {}", definition.topic(), e.getMessage());
        }
    }
}
