/** The stages of rule E4 and the transaction of the read database that they share. Internal. */
@NullMarked
package dev.antiphon.projector.pipeline;

import org.jspecify.annotations.NullMarked;
