package dev.antiphon.it.relay;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What one logger says while this is open. */
final class CapturedLog extends Handler implements AutoCloseable {

    private final Logger logger;
    private final List<String> messages = new CopyOnWriteArrayList<>();

    private CapturedLog(Logger logger) {
        this.logger = logger;
    }

    static CapturedLog of(String name) {
        var log = new CapturedLog(Logger.getLogger(name));
        log.logger.addHandler(log);
        return log;
    }

    List<String> messages() {
        return messages;
    }

    @Override
    public void publish(LogRecord entry) {
        messages.add(entry.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
