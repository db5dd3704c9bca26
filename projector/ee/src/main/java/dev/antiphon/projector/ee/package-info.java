/**
 * Runs the projections of a war: finds the beans with {@link dev.antiphon.projector.Projection}, starts a consumer for
 * each on a managed thread, stops them with the war, and tells their health.
 */
@NullMarked
package dev.antiphon.projector.ee;

import org.jspecify.annotations.NullMarked;
