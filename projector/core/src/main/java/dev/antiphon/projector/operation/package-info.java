/**
 * What operators do with whole projections: look at them, pause and resume them. Needs the read database alone, no
 * container; running projectors find it out by themselves.
 */
@NullMarked
package dev.antiphon.projector.operation;

import org.jspecify.annotations.NullMarked;
