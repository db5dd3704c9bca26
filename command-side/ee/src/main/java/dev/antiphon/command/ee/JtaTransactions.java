package dev.antiphon.command.ee;

import dev.antiphon.command.spi.Transactions;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.util.function.Supplier;

/** The transactions of the server. */
@ApplicationScoped
public class JtaTransactions implements Transactions {

    /** Looked up once; CDI's own bean of this type looks it up at every call. */
    @Resource(lookup = "java:comp/UserTransaction")
    UserTransaction transaction;

    @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
    TransactionSynchronizationRegistry registry;

    @Override
    public boolean isActive() {
        return registry.getTransactionStatus() == Status.STATUS_ACTIVE;
    }

    @Override
    public <T> T inNew(Supplier<T> work) {
        try {
            transaction.begin();
        } catch (NotSupportedException | SystemException e) {
            throw new IllegalStateException("A transaction cannot begin here: " + e.getMessage(), e);
        }
        T result;
        try {
            result = work.get();
        } catch (RuntimeException | Error e) {
            rollback(e);
            throw e;
        }
        commit();
        return result;
    }

    private void rollback(Throwable reason) {
        try {
            if (transaction.getStatus() != Status.STATUS_NO_TRANSACTION) {
                transaction.rollback();
            }
        } catch (SystemException | RuntimeException e) {
            reason.addSuppressed(e);
        }
    }

    private void commit() {
        try {
            transaction.commit();
        } catch (RollbackException | HeuristicMixedException | HeuristicRollbackException | SystemException e) {
            throw new CommitFailedException(e);
        }
    }

    @Override
    public void afterCommit(Runnable action) {
        registry.registerInterposedSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                // all work is flushed already
            }

            @Override
            public void afterCompletion(int status) {
                if (status == Status.STATUS_COMMITTED) {
                    action.run();
                }
            }
        });
    }
}
