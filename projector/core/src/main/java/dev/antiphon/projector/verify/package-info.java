/**
 * Proof that read models agree with the write store, and their repair. Runs without a container, beside anything: consumers,
 * redrives, commands, readers.
 */
@NullMarked
package dev.antiphon.projector.verify;

import org.jspecify.annotations.NullMarked;
