/** Answers of earlier requests, so that a repeated request takes effect once. */
@NullMarked
package dev.antiphon.command.idempotency;

import org.jspecify.annotations.NullMarked;
