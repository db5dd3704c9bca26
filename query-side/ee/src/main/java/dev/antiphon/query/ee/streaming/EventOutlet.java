package dev.antiphon.query.ee.streaming;

import dev.antiphon.query.changes.Outlet;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client. What it does not take at once is kept, up to a bound in bytes and in time; then it is given up, and may come
 * back.
 */
final class EventOutlet implements Outlet, WriteListener, AsyncListener {

    private static final Logger LOG = LoggerFactory.getLogger(EventOutlet.class);
    private static final int MOST_BYTES = 1024 * 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Before anything else: come back after a second, when the connection is lost. */
    private static final String BEGINNING = "retry: 1000\n\n";

    private final AsyncContext async;
    private final ServletOutputStream out;

    private final Queue<byte[]> waiting = new ArrayDeque<>();
    private int waitingBytes;
    private long waitingSince;
    private boolean started;
    private boolean closed;

    private EventOutlet(AsyncContext async, ServletOutputStream out) {
        this.async = async;
        this.out = out;
    }

    static EventOutlet open(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/event-stream;charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Accel-Buffering", "no");
        var async = request.startAsync(request, response);
        async.setTimeout(0);
        var outlet = new EventOutlet(async, response.getOutputStream());
        async.addListener(outlet);
        outlet.send(BEGINNING);
        outlet.out.setWriteListener(outlet);
        return outlet;
    }

    @Override
    public synchronized boolean isOpen() {
        return !closed;
    }

    @Override
    public synchronized void send(String events) {
        if (closed) {
            return;
        }
        var bytes = events.getBytes(StandardCharsets.UTF_8);
        if (waiting.isEmpty()) {
            waitingSince = System.nanoTime();
        }
        waiting.add(bytes);
        waitingBytes += bytes.length;
        write();
        if (!waiting.isEmpty()
                && (waitingBytes > MOST_BYTES || System.nanoTime() - waitingSince > PATIENCE.toNanos())) {
            LOG.debug("A client does not take its events and is given up");
            close();
        }
    }

    @Override
    public synchronized void onWritePossible() {
        started = true;
        write();
    }

    private void write() {
        try {
            while (started && !closed && !waiting.isEmpty() && out.isReady()) {
                var bytes = waiting.remove();
                waitingBytes -= bytes.length;
                out.write(bytes);
                waitingSince = System.nanoTime();
            }
            if (started && !closed && waiting.isEmpty() && out.isReady()) {
                out.flush();
            }
        } catch (IOException | IllegalStateException e) {
            onError(e);
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            waiting.clear();
            try {
                async.complete();
            } catch (IllegalStateException e) {
                LOG.debug("A stream had ended already", e);
            }
        }
    }

    @Override
    public void onError(Throwable failure) {
        LOG.debug("A client went away", failure);
        close();
    }

    @Override
    public void onError(AsyncEvent event) {
        close();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        close();
    }

    @Override
    public synchronized void onComplete(AsyncEvent event) {
        closed = true;
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
}
