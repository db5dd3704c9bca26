/**
 * Dead letters and parked aggregates (rule E5): what a projection has given up lies in the read database until it is
 * redriven or discarded. {@link dev.antiphon.projector.letters.DeadLetters} is for operators and needs no container.
 */
@NullMarked
package dev.antiphon.projector.letters;

import org.jspecify.annotations.NullMarked;
