/** Settings as their values are read, wherever they come from. */
@NullMarked
package dev.antiphon.events.settings;

import org.jspecify.annotations.NullMarked;
