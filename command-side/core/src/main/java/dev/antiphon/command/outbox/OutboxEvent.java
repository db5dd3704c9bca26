package dev.antiphon.command.outbox;

import dev.antiphon.events.Envelope;
import dev.antiphon.events.TopicName;

/**
 * An event that is to leave.
 *
 * @param topic where to
 * @param envelope complete but for {@code Published-At}
 * @param payload the record
 */
public record OutboxEvent(TopicName topic, Envelope envelope, Object payload) {}
