package dev.antiphon.bench.inside;

import dev.antiphon.command.CommandGateway;
import dev.antiphon.command.ee.CommandSide;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The tasks that are measured, done inside the server: so that product and raw code share virtual machine, compilers,
 * pool and driver. {@code side} is {@code product} or {@code raw}. Each answers when it has ended.
 */
@Path("bench")
@ApplicationScoped
@Produces(MediaType.TEXT_PLAIN)
public class BenchResource {

    private static final String TOPIC = "shop.orders.order";

    @Inject
    CommandGateway gateway;

    @Inject
    CommandSide commandSide;

    @Inject
    CommitClock clock;

    @Resource
    ManagedThreadFactory threads;

    /** Places and confirms orders as fast as the threads can; answers the seconds. */
    @POST
    @Path("commands/{side}")
    public String commands(
            @PathParam("side") String side,
            @QueryParam("prefix") String prefix,
            @QueryParam("orders") int orders,
            @QueryParam("threads") int count)
            throws InterruptedException {
        Orders target =
                isProduct(side) ? new GatewayOrders(gateway) : new JdbcOrders(commandSide.dataSource(), () -> {});
        return Double.toString(new OrderLoad(threads, count).send(target, prefix, orders));
    }

    /**
     * Places orders at a steady rate; answers a line for each, its id and the microsecond of its commit. On the raw side
     * the bare relay runs meanwhile and is woken by each commit.
     *
     * @param projected whether on the raw side the bare projection runs, too
     */
    @POST
    @Path("latency/{side}")
    public String latency(
            @PathParam("side") String side,
            @QueryParam("prefix") String prefix,
            @QueryParam("rate") int perSecond,
            @QueryParam("seconds") int seconds,
            @QueryParam("projected") boolean projected)
            throws SQLException, InterruptedException {
        clock.start();
        if (isProduct(side)) {
            SteadyLoad.send(new GatewayOrders(gateway), prefix, perSecond, seconds);
        } else if (projected) {
            try (BareProjection projection = new BareProjection(ReadDatabase.find(), TOPIC, false)) {
                Thread loop = threads.newThread(projection::run);
                loop.start();
                sendRaw(prefix, perSecond, seconds);
                TimeUnit.SECONDS.sleep(1); // the last ones are still on their way
                projection.stop();
                loop.join();
            }
        } else {
            sendRaw(prefix, perSecond, seconds);
        }
        return clock.stop().entrySet().stream()
                .map(commit -> commit.getKey() + ' ' + micros(commit.getValue()))
                .collect(Collectors.joining("\n"));
    }

    private void sendRaw(String prefix, int perSecond, int seconds) throws SQLException, InterruptedException {
        try (BareRelay relay = new BareRelay(commandSide.dataSource(), TOPIC)) {
            Thread loop = threads.newThread(relay::run);
            loop.start();
            SteadyLoad.send(new ClockedOrders(relay), prefix, perSecond, seconds);
            relay.stop();
            loop.join();
        }
    }

    private final class ClockedOrders implements Orders {

        private final JdbcOrders orders;
        private String current = "";

        ClockedOrders(BareRelay relay) {
            orders = new JdbcOrders(commandSide.dataSource(), () -> {
                clock.note(current);
                relay.wake();
            });
        }

        @Override
        public void place(String id) throws SQLException {
            current = id;
            orders.place(id);
        }

        @Override
        public void confirm(String id) throws SQLException {
            orders.confirm(id);
        }
    }

    /** Empties the outbox with the bare relay; answers the microsecond in which it began. */
    @POST
    @Path("drain")
    public String drain() throws SQLException, ExecutionException, InterruptedException {
        try (BareRelay relay = new BareRelay(commandSide.dataSource(), TOPIC)) {
            return Long.toString(micros(relay.drain()));
        }
    }

    /** Writes the rows of a projection from memory; answers the seconds. */
    @POST
    @Path("project/{rows}")
    public String project(
            @PathParam("rows") String rows, @QueryParam("prefix") String prefix, @QueryParam("events") int events)
            throws SQLException {
        PlainProjection projection = new PlainProjection(ReadDatabase.find());
        return Double.toString(
                rows.equals("orders") ? projection.orders(prefix, events) : projection.products(prefix, events));
    }

    /** Reads the topic of the orders from its beginning with the bare projection, so many records. */
    @POST
    @Path("project-topic")
    public String projectTopic(@QueryParam("records") long records) throws SQLException {
        try (BareProjection projection = new BareProjection(ReadDatabase.find(), TOPIC, true)) {
            projection.run(records);
        }
        return "";
    }

    /** Sends records from memory; answers the seconds. */
    @POST
    @Path("producer")
    public String producer(@QueryParam("records") int records) throws SQLException {
        return Double.toString(PlainProducer.seconds(commandSide.dataSource(), records));
    }

    /** Answers the bytes of the heap that are in use after a full collection. */
    @POST
    @Path("heap")
    public String heap() {
        System.gc();
        return Long.toString(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }

    /** Answers how many threads the server has. */
    @POST
    @Path("threads")
    public String threads() {
        return Integer.toString(ManagementFactory.getThreadMXBean().getThreadCount());
    }

    private static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    private static boolean isProduct(String side) {
        return side.equals("product");
    }
}
