package dev.antiphon.it;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A client of server-sent events on a socket of its own, read as far as a test asks; so it can also be slow. */
public final class EventStream implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 30_000;

    /** What was dispatched. */
    public record Event(String id, String name, String data) {}

    private final Socket socket;
    private final BufferedReader body;
    private final Map<String, String> headers = new HashMap<>();
    private String lastId = "";

    /** @param lastEventId null for a new client */
    public EventStream(URI uri, @Nullable String lastEventId) throws IOException {
        socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()));
        socket.setSoTimeout(PATIENCE_MILLIS);
        var request = "GET " + uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery())
                + " HTTP/1.1\r\nHost: " + uri.getAuthority() + "\r\nAccept: text/event-stream\r\n"
                + (lastEventId == null ? "" : "Last-Event-ID: " + lastEventId + "\r\n") + "\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        var in = socket.getInputStream();
        var status = line(in);
        if (!status.startsWith("HTTP/1.1 200")) {
            throw new IOException(status);
        }
        for (var line = line(in); !line.isEmpty(); line = line(in)) {
            var colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        body = new BufferedReader(new InputStreamReader(new Chunks(in), StandardCharsets.UTF_8));
    }

    public String header(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }

    /** The next event; waits for it. */
    public Event next() throws IOException {
        String name = "message";
        String data = null;
        while (true) {
            var line = body.readLine();
            if (line == null) {
                throw new IOException("The stream has ended");
            }
            if (line.startsWith("id: ")) {
                lastId = line.substring(4);
            } else if (line.startsWith("event: ")) {
                name = line.substring(7);
            } else if (line.startsWith("data: ")) {
                data = line.substring(6);
            } else if (line.isEmpty() && data != null) {
                return new Event(lastId, name, data);
            }
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (var next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("The connection was closed");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    /** The body out of its chunks. */
    private static final class Chunks extends InputStream {

        private final InputStream in;
        private int left;

        private Chunks(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            if (left == 0) {
                left = Integer.parseInt(line(in).strip(), 16);
                if (left == 0) {
                    return -1;
                }
            }
            var count = in.read(to, offset, Math.min(left, length));
            left -= Math.max(0, count);
            if (left == 0) {
                line(in);
            }
            return count;
        }
    }
}
