package dev.antiphon.command.pipeline;

import dev.antiphon.command.CommandResult;
import dev.antiphon.command.spi.CommandInvocation;
import dev.antiphon.command.spi.CommandMiddleware;
import dev.antiphon.command.spi.Transactions;

/** One transaction for each try; a caller's own transaction is joined. */
public final class TransactionStep implements CommandMiddleware {

    private final Transactions transactions;

    public TransactionStep(Transactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public CommandResult around(CommandInvocation invocation, Next next) {
        return transactions.isActive() ? next.proceed(invocation) : transactions.inNew(() -> next.proceed(invocation));
    }
}
