/** Read-your-writes (rule S5): waiting, bounded, until a projection has applied a version of an aggregate. */
@NullMarked
package dev.antiphon.query.waiting;

import org.jspecify.annotations.NullMarked;
