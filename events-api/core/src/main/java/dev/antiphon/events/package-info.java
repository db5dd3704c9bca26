/**
 * What an event is, on both sides of Kafka: its type, its topic, its envelope and its JSON.
 *
 * <p>Everything here is plain Java; command side, projector and query side share this package and nothing else.
 */
@NullMarked
package dev.antiphon.events;

import org.jspecify.annotations.NullMarked;
