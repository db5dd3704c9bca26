/**
 * The consumer of one projection: a {@link dev.antiphon.projector.consumer.Projector} runs a Kafka consumer on one
 * thread and keeps position, retries and lag of each partition. Internal, but for starting, stopping and watching a
 * projector without a container.
 */
@NullMarked
package dev.antiphon.projector.consumer;

import org.jspecify.annotations.NullMarked;
