package dev.antiphon.torture.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Through a link comes what was sent, unless it is held, late, or cut. */
class LinkTest {

    private ServerSocket server;
    private Link link;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        link = Link.to("test", server.getLocalPort());
        var echo = new Thread(() -> {
            while (!server.isClosed()) {
                try (var socket = server.accept()) {
                    socket.getInputStream().transferTo(socket.getOutputStream());
                } catch (IOException e) {
                    // the test is over, or has cut it
                }
            }
        });
        echo.setDaemon(true);
        echo.start();
    }

    @AfterEach
    void stop() throws IOException {
        link.close();
        server.close();
    }

    private Socket client() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), link.port());
        socket.setSoTimeout(5_000);
        return socket;
    }

    private static void echo(Socket socket, int value) throws IOException {
        socket.getOutputStream().write(value);
        assertThat(socket.getInputStream().read()).isEqualTo(value);
    }

    @Test
    void whatIsSentComesBackAndTheEndDoes() throws IOException {
        try (var socket = client()) {
            echo(socket, 42);
            socket.shutdownOutput();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void aCutEndsConnectionsAndRefusesNewOnes() throws IOException {
        try (var socket = client()) {
            echo(socket, 1);
            link.cut();
            assertThatThrownBy(() -> echo(socket, 2)).isInstanceOfAny(IOException.class, AssertionError.class);
            assertThatThrownBy(() -> {
                        try (var another = client()) {
                            echo(another, 3);
                        }
                    })
                    .isInstanceOfAny(IOException.class, AssertionError.class);
        }
        link.heal();
        try (var socket = client()) {
            echo(socket, 4);
        }
    }

    @Test
    void whatIsHeldComesLater() throws IOException {
        try (var socket = client()) {
            echo(socket, 1);
            link.hold();
            socket.getOutputStream().write(2);
            socket.setSoTimeout(200);
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            link.heal();
            socket.setSoTimeout(5_000);
            assertThat(socket.getInputStream().read()).isEqualTo(2);
        }
    }

    @Test
    void whatIsDelayedTakesLonger() throws IOException {
        try (var socket = client()) {
            echo(socket, 1);
            link.delay(Duration.ofMillis(100));
            var begin = System.nanoTime();
            echo(socket, 2);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
        }
    }
}
