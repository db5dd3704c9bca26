/** Metrics of a war under its own context root, for Prometheus. */
@NullMarked
package dev.antiphon.events.ee.metrics;

import org.jspecify.annotations.NullMarked;
