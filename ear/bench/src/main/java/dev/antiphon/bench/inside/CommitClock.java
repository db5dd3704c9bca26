package dev.antiphon.bench.inside;

import dev.antiphon.command.CommandResult;
import dev.antiphon.command.ee.JtaTransactions;
import dev.antiphon.command.spi.CommandInvocation;
import dev.antiphon.command.spi.CommandMiddleware;
import dev.antiphon.orders.command.order.PlaceOrder;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Notes when an order was committed: in the moment after the commit, before the relay is woken, as the raw code does. It
 * stays out of the way of commands whose latency is not measured.
 */
@ApplicationScoped
public class CommitClock implements CommandMiddleware {

    @Inject
    JtaTransactions transactions;

    private final Map<String, Instant> commits = new ConcurrentHashMap<>();
    private volatile boolean running;

    void start() {
        commits.clear();
        running = true;
    }

    /** The time of each order's commit. */
    Map<String, Instant> stop() {
        running = false;
        return Map.copyOf(commits);
    }

    void note(String orderId) {
        commits.put(orderId, Instant.now());
    }

    @Override
    public CommandResult around(CommandInvocation invocation, Next next) {
        if (running && invocation.command() instanceof PlaceOrder order && order.orderId() != null) {
            transactions.afterCommit(() -> note(order.orderId()));
        }
        return next.proceed(invocation);
    }
}
