/** A Kafka broker inside this process. */
@NullMarked
package dev.antiphon.dev.kafka;

import org.jspecify.annotations.NullMarked;
