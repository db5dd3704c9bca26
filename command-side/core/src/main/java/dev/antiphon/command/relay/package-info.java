/** Ships committed outbox rows to Kafka: in order for each aggregate, with any number of nodes, losing none. */
@NullMarked
package dev.antiphon.command.relay;

import org.jspecify.annotations.NullMarked;
