/** Which OpenTelemetry instance records the spans of a war. */
@NullMarked
package dev.antiphon.events.ee.trace;

import org.jspecify.annotations.NullMarked;
