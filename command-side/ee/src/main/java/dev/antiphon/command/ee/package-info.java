/** Binds the command side to a Jakarta EE server: JTA, JPA, CDI and settings. */
@NullMarked
package dev.antiphon.command.ee;

import org.jspecify.annotations.NullMarked;
