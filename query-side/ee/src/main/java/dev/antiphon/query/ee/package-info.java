/** Binds the query side to CDI: what resources inject, and the checks at start. */
@NullMarked
package dev.antiphon.query.ee;

import org.jspecify.annotations.NullMarked;
