/** Measures the product beside the raw limit of what it stands on; part of nothing that ships. */
@NullMarked
package dev.antiphon.bench;

import org.jspecify.annotations.NullMarked;
