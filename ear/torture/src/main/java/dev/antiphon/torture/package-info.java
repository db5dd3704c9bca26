/** {@code ./antiphon torture}: the whole system under load and faults, and what must hold all the same. */
@NullMarked
package dev.antiphon.torture;

import org.jspecify.annotations.NullMarked;
