package dev.antiphon.torture.system;

import dev.antiphon.dev.process.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * What stands between the nodes and a server: passes bytes on, in both directions, and can refuse, hold or delay them.
 * One thread for each direction of a connection, which end with it.
 */
public final class Link implements AutoCloseable {

    private static final int CHUNK = 32 * 1024;
    private static final long STACK = 128 * 1024;

    private final String name;
    private final int target;
    private final ServerSocket entrance;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Object held = new Object();
    private volatile boolean refusing;
    private volatile boolean holding;
    private volatile long delayMillis;

    private Link(String name, int target) throws IOException {
        this.name = name;
        this.target = target;
        this.entrance = new ServerSocket();
        entrance.setReuseAddress(true);
        entrance.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), Ports.free()), 100);
    }

    /** A link to a port of this machine, on a free port. */
    public static Link to(String name, int target) {
        try {
            var link = new Link(name, target);
            link.run("accept", link::accept);
            return link;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return entrance.getLocalPort();
    }

    /** Resets every connection, and from now on every new one. */
    public void cut() {
        refusing = true;
        sockets.forEach(Link::reset);
    }

    /** From now on nothing comes through, and nobody is told: what is sent waits. */
    public void hold() {
        holding = true;
    }

    /** From now on whatever comes through takes longer, in each direction. */
    public void delay(Duration each) {
        delayMillis = each.toMillis();
    }

    /** All is well again; what was held goes on. */
    public void heal() {
        refusing = false;
        delayMillis = 0;
        synchronized (held) {
            holding = false;
            held.notifyAll();
        }
    }

    private void accept() throws IOException {
        while (true) {
            var client = entrance.accept();
            run("connect", () -> connect(client));
        }
    }

    private void connect(Socket client) throws IOException {
        if (refusing) {
            reset(client);
            return;
        }
        var server = new Socket();
        sockets.add(client);
        sockets.add(server);
        try {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
        } catch (IOException e) {
            end(client, server);
            return;
        }
        if (refusing) {
            end(client, server); // came between
            return;
        }
        run("to", () -> pump(client, server));
        run("from", () -> pump(server, client));
    }

    private void pump(Socket from, Socket to) throws IOException {
        var bytes = new byte[CHUNK];
        try {
            var in = from.getInputStream();
            var out = to.getOutputStream();
            for (var count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                linger();
                out.write(bytes, 0, count);
            }
            linger();
            to.shutdownOutput();
            if (from.isOutputShutdown()) {
                end(from, to);
            }
        } catch (IOException | InterruptedException e) {
            end(from, to);
        }
    }

    private void linger() throws InterruptedException {
        var delay = delayMillis;
        if (delay > 0) {
            TimeUnit.MILLISECONDS.sleep(delay);
        }
        if (holding) {
            synchronized (held) {
                while (holding) {
                    held.wait();
                }
            }
        }
    }

    /** Both sides hear of it as of a broken connection. */
    private void end(Socket one, Socket other) {
        reset(one);
        reset(other);
        sockets.remove(one);
        sockets.remove(other);
    }

    private static void reset(Socket socket) {
        try {
            if (!socket.isClosed()) {
                socket.setSoLinger(true, 0);
            }
        } catch (IOException e) {
            // closed meanwhile
        }
        try {
            socket.close();
        } catch (IOException e) {
            // is what was wanted
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private void run(String part, Work work) {
        var thread = new Thread(
                null,
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // its connection, or the link, has ended
                    }
                },
                "link-" + name + "-" + part,
                STACK);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            entrance.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        heal();
        sockets.forEach(Link::reset);
    }
}
