package dev.antiphon.query;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A place in an ordered list: the values of the last row seen, so that the next page begins behind it whatever was
 * added in the meantime. Opaque to clients and safe in a URL; it may be kept, and is not secret.
 */
public final class Cursor {

    private static final int FORMAT = 1;

    private final List<String> parts;

    private Cursor(List<String> parts) {
        this.parts = parts;
    }

    /** A cursor of these values, in the order of the list's columns. */
    public static Cursor of(Object... values) {
        var parts = new ArrayList<String>();
        for (var value : values) {
            parts.add(value.toString());
        }
        return new Cursor(List.copyOf(parts));
    }

    /**
     * Reads what a client gave back.
     *
     * @throws InvalidParameterException if it is no cursor of ours
     */
    public static Cursor parse(String text) {
        try (var in = new DataInputStream(
                new ByteArrayInputStream(Base64.getUrlDecoder().decode(text)))) {
            if (in.readByte() != FORMAT) {
                throw invalid();
            }
            var parts = new ArrayList<String>();
            while (in.available() > 0) {
                parts.add(in.readUTF());
            }
            return new Cursor(List.copyOf(parts));
        } catch (IOException | IllegalArgumentException e) {
            throw invalid();
        }
    }

    /**
     * A value that was a text.
     *
     * @throws InvalidParameterException if the cursor has no such value, being of another list
     */
    public String text(int index) {
        if (index >= parts.size()) {
            throw invalid();
        }
        return parts.get(index);
    }

    /**
     * A value that was an instant.
     *
     * @throws InvalidParameterException if the cursor has no such value, being of another list
     */
    public Instant instant(int index) {
        try {
            return Instant.parse(text(index));
        } catch (DateTimeException e) {
            throw invalid();
        }
    }

    /** The form that clients see; {@link #parse} reads it. */
    @Override
    public String toString() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeByte(FORMAT);
            for (var part : parts) {
                out.writeUTF(part);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
    }

    private static InvalidParameterException invalid() {
        return new InvalidParameterException(Page.AFTER, "the cursor of a rel=\"next\" link of this list, unchanged");
    }
}
