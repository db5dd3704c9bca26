package dev.antiphon.torture.traffic;

import dev.antiphon.torture.system.Role;
import dev.antiphon.torture.system.Shop;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Customers, readers and a listener, all at once, from a seed. */
public final class Traffic implements AutoCloseable {

    private static final int CUSTOMERS = 6;
    private static final int READERS = 2;

    private final AtomicLong numbers = new AtomicLong();
    private final CommandClient client;
    private final PushListener listener;
    private final List<Thread> customers = new ArrayList<>();
    private final List<Thread> others = new ArrayList<>();
    private volatile boolean sending = true;

    public Traffic(Shop shop, Journal journal, long seed) {
        this.client = new CommandClient(shop.nodes(Role.COMMAND), journal);
        var query = shop.nodes(Role.QUERY).get(0);
        this.listener = new PushListener(query, journal);
        others.add(daemon(listener, "listener"));
        var readers = new ArrayList<Reader>();
        for (var i = 0; i < READERS; i++) {
            var reader = new Reader(query, journal);
            readers.add(reader);
            others.add(daemon(reader, "reader-" + i));
        }
        var random = new SplittableRandom(seed);
        var products = new Goods();
        var orders = new Goods();
        for (var i = 0; i < CUSTOMERS; i++) {
            var customer = new Customer(
                    i,
                    random.split(),
                    numbers,
                    products,
                    orders,
                    client,
                    (request, outcome) ->
                            readers.get((int) (request.number() % READERS)).offer(request, outcome),
                    () -> sending);
            customers.add(daemon(customer, customer.toString()));
        }
    }

    private static Thread daemon(Runnable work, String name) {
        var thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Begins to listen, and then to send. */
    public void start() throws InterruptedException {
        others.forEach(Thread::start);
        listener.awaitReady();
        customers.forEach(Thread::start);
    }

    /** An order from whoever wants to see one; the key of its events is the id. */
    public Outcome order(String id) throws InterruptedException {
        var number = numbers.incrementAndGet();
        return client.send(Orders.smallest(number, id), (int) (number % 2));
    }

    /** No new commands; those under way are sent until they end, for so long at most. */
    public void stopSending(long seconds) throws InterruptedException {
        sending = false;
        var until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (var customer : customers) {
            customer.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime())));
        }
        client.giveUp();
    }

    @Override
    public void close() {
        sending = false;
        client.giveUp();
        customers.forEach(Thread::interrupt);
        others.forEach(Thread::interrupt);
    }
}
