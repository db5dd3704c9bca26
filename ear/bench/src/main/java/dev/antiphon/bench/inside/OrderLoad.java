package dev.antiphon.bench.inside;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** As many commands as a number of threads can send: each order is placed, and when all are, each is confirmed. */
final class OrderLoad {

    private interface Command {
        void on(String id) throws SQLException;
    }

    private final ThreadFactory threadFactory;
    private final int threads;

    OrderLoad(ThreadFactory threadFactory, int threads) {
        this.threadFactory = threadFactory;
        this.threads = threads;
    }

    /** Answers the seconds it took; the first command that fails ends it. */
    double send(Orders orders, String prefix, int count) throws InterruptedException {
        long begin = System.nanoTime();
        forEach(prefix, count, orders::place);
        forEach(prefix, count, orders::confirm);
        return (System.nanoTime() - begin) / 1e9;
    }

    private void forEach(String prefix, int count, Command command) throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        List<Thread> running = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = threadFactory.newThread(() -> {
                try {
                    for (int n = next.getAndIncrement();
                            n < count && failure.get() == null;
                            n = next.getAndIncrement()) {
                        command.on(prefix + n);
                    }
                } catch (SQLException | RuntimeException e) {
                    failure.compareAndSet(null, e);
                }
            });
            running.add(thread);
            thread.start();
        }
        for (Thread thread : running) {
            thread.join();
        }
        Exception first = failure.get();
        if (first != null) {
            throw new IllegalStateException("A command failed: " + first, first);
        }
    }
}
