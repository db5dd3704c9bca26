/**
 * The versions of a projection beside each other: readers are switched from one to the other, and what is no longer needed is
 * dropped. As the owner of the read database; needs no container, and may be run beside anything.
 */
@NullMarked
package dev.antiphon.projector.versions;

import org.jspecify.annotations.NullMarked;
