/** What a figure is, how its sides take turns, and what comes out. */
@NullMarked
package dev.antiphon.bench.measure;

import org.jspecify.annotations.NullMarked;
