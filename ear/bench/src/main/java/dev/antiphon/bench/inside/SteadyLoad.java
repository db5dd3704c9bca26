package dev.antiphon.bench.inside;

import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;

/** Orders placed one by one at a steady rate, by the calling thread; one that is late is followed at once. */
final class SteadyLoad {

    private SteadyLoad() {}

    static void send(Orders orders, String prefix, int perSecond, int seconds) throws SQLException {
        long period = 1_000_000_000L / perSecond;
        long begin = System.nanoTime();
        for (int i = 0; i < perSecond * seconds; i++) {
            long due = begin + i * period;
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            orders.place(prefix + i);
        }
    }
}
