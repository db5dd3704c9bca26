/** Changes of the read model as they come, for clients that are told of them: in order, each once, without a hole. */
@NullMarked
package dev.antiphon.query.changes;

import org.jspecify.annotations.NullMarked;
