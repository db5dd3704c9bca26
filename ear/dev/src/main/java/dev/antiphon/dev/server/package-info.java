/** The application server as a child process. */
@NullMarked
package dev.antiphon.dev.server;

import org.jspecify.annotations.NullMarked;
