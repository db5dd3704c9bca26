/** The figures, a class each. */
@NullMarked
package dev.antiphon.bench.figure;

import org.jspecify.annotations.NullMarked;
