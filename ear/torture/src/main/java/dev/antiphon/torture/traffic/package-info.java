/** What clients of the shop do, and the journal of what they were told. */
@NullMarked
package dev.antiphon.torture.traffic;

import org.jspecify.annotations.NullMarked;
