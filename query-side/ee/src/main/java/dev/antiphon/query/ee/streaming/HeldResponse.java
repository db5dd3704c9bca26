package dev.antiphon.query.ee.streaming;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * Keeps JAX-RS from ending an answer that goes on as a stream: from then on it takes headers, but neither bytes nor a
 * length.
 */
final class HeldResponse extends HttpServletResponseWrapper {

    private static final String CONTENT_LENGTH = "Content-Length";

    private final ServletRequest request;

    HeldResponse(ServletRequest request, HttpServletResponse response) {
        super(response);
        this.request = request;
    }

    private boolean isHeld() {
        return RequestedStream.of(request).isPresent();
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        return isHeld() ? new Nowhere() : super.getOutputStream();
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        return isHeld() ? new PrintWriter(new Nowhere(), false, StandardCharsets.UTF_8) : super.getWriter();
    }

    @Override
    public void flushBuffer() throws IOException {
        if (!isHeld()) {
            super.flushBuffer();
        }
    }

    @Override
    public void setContentLength(int length) {
        if (!isHeld()) {
            super.setContentLength(length);
        }
    }

    @Override
    public void setContentLengthLong(long length) {
        if (!isHeld()) {
            super.setContentLengthLong(length);
        }
    }

    @Override
    public void setHeader(String name, String value) {
        if (!isHeld() || !name.equalsIgnoreCase(CONTENT_LENGTH)) {
            super.setHeader(name, value);
        }
    }

    @Override
    public void addHeader(String name, String value) {
        if (!isHeld() || !name.equalsIgnoreCase(CONTENT_LENGTH)) {
            super.addHeader(name, value);
        }
    }

    private static final class Nowhere extends ServletOutputStream {

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {}

        @Override
        public void write(int b) {}
    }
}
