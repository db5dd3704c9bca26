package dev.antiphon.events.ee.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts a body while it is read, and ends the request past the limit. */
final class LimitedBody extends FilterInputStream {

    private final int limit;
    private long read;

    LimitedBody(InputStream body, int limit) {
        super(body);
        this.limit = limit;
    }

    static ProblemException tooLarge(int limit) {
        return new ProblemException(Problem.of(
                413,
                "body-too-large",
                "The body is too large",
                "This server takes bodies of at most " + limit + " bytes. Send less at once."));
    }

    @Override
    public int read() throws IOException {
        var value = super.read();
        if (value >= 0) {
            count(1);
        }
        return value;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        var count = super.read(buffer, offset, length);
        if (count > 0) {
            count(count);
        }
        return count;
    }

    private void count(int more) {
        read += more;
        if (read > limit) {
            throw tooLarge(limit);
        }
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
