/** Reads and checks projections by reflection. Internal. */
@NullMarked
package dev.antiphon.projector.definition;

import org.jspecify.annotations.NullMarked;
