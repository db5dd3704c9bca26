/** Commands over HTTP: answers, refusals, idempotency keys. */
@NullMarked
package dev.antiphon.command.ee.http;

import org.jspecify.annotations.NullMarked;
