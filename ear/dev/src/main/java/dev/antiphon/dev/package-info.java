/**
 * The embedded runtime and the command line: the reference application on one machine, without Docker and without any
 * server installed.
 */
@NullMarked
package dev.antiphon.dev;

import org.jspecify.annotations.NullMarked;
