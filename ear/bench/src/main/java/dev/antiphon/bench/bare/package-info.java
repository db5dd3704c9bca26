/** A war of its own without Antiphon, in the same server: a JAX-RS resource as one writes it by hand. */
@NullMarked
package dev.antiphon.bench.bare;

import org.jspecify.annotations.NullMarked;
