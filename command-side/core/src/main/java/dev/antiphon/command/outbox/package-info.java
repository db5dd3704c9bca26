/** Events on their way out, as rows in the transaction of the aggregate (rule S1). */
@NullMarked
package dev.antiphon.command.outbox;

import org.jspecify.annotations.NullMarked;
