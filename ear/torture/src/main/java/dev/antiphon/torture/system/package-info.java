/** The system under torture: every part a process of its own, and links between them that can break. */
@NullMarked
package dev.antiphon.torture.system;

import org.jspecify.annotations.NullMarked;
