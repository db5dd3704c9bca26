/** What the measured server runs beside the shipped classes: loads, and the raw counterparts of the product. */
@NullMarked
package dev.antiphon.bench.inside;

import org.jspecify.annotations.NullMarked;
