/** What can be typed after {@code ./antiphon}. */
@NullMarked
package dev.antiphon.dev.cli;

import org.jspecify.annotations.NullMarked;
