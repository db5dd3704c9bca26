package dev.antiphon.command.spi;

import dev.antiphon.command.Command;
import dev.antiphon.command.IdempotencyKey;
import dev.antiphon.command.IfMatch;
import org.jspecify.annotations.Nullable;

/**
 * One command on its way through the chain.
 *
 * @param command the record
 * @param idempotencyKey of the request, where it sent one
 * @param ifMatch of the request, where it sent one
 * @param attempt from 1; above 1 after a lost race
 */
public record CommandInvocation(
        Command command,
        @Nullable IdempotencyKey idempotencyKey,
        @Nullable IfMatch ifMatch,
        int attempt) {

    /** The same command, tried once more. */
    public CommandInvocation again() {
        return new CommandInvocation(command, idempotencyKey, ifMatch, attempt + 1);
    }
}
