/** What must be so before a command side starts; plain JDBC, for wars and for the command line. */
@NullMarked
package dev.antiphon.command.start;

import org.jspecify.annotations.NullMarked;
