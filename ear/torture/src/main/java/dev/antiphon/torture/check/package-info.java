/** What must hold, each told from evidence alone, without a line of the framework's code. */
@NullMarked
package dev.antiphon.torture.check;

import org.jspecify.annotations.NullMarked;
