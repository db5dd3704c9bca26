/** What can go wrong, in which order it does, and how the system is seen to be well again. */
@NullMarked
package dev.antiphon.torture.fault;

import org.jspecify.annotations.NullMarked;
