/**
 * What a projection is written with: {@link dev.antiphon.projector.Projection} on a bean, one public method for each
 * event type, {@link dev.antiphon.projector.ReadDatabase} for the rows.
 *
 * <p>Users import this package and implement {@link dev.antiphon.projector.spi}; the packages beside them are internal
 * and may change in any version. Nothing here needs a container.
 */
@NullMarked
package dev.antiphon.projector;

import org.jspecify.annotations.NullMarked;
