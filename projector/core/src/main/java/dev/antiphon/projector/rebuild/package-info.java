/**
 * Read models out of the write store (rule S3), without Kafka and without a container. May be run beside anything: consumers,
 * redrives, other rebuilds.
 */
@NullMarked
package dev.antiphon.projector.rebuild;

import org.jspecify.annotations.NullMarked;
