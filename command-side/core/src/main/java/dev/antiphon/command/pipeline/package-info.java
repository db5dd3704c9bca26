/** What stands around a handler, one class each, and the gateway that runs it. */
@NullMarked
package dev.antiphon.command.pipeline;

import org.jspecify.annotations.NullMarked;
