package dev.antiphon.dev.process;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/** TCP ports of this machine. */
public final class Ports {

    /** Below those that systems give to outgoing connections, which would take the port of a server while it is down. */
    private static final int FIRST = 12_000;

    private static final int COUNT = 20_000;

    /** Processes begin apart from each other, since each gives ports that it listens on only later. */
    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 997 % COUNT));

    private Ports() {}

    /**
     * A port of the loopback interface that nobody listened on a moment ago, and that nobody else in this process has been
     * given lately: whoever asks for several may listen on them later.
     *
     * @throws IllegalStateException when there is none
     */
    public static int free() {
        for (var i = 0; i < COUNT; i++) {
            var port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
            if (isFree("127.0.0.1", port)) {
                return port;
            }
        }
        throw new IllegalStateException("Each port from " + FIRST + " to " + (FIRST + COUNT - 1) + " is in use.");
    }

    /** Whether a server could listen there now. */
    public static boolean isFree(String address, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port), 1);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
