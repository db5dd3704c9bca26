package dev.antiphon.query;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A place in an ordered list: the order, and the values of the row at its edge, so that the next page begins there
 * whatever was written in the meantime. Opaque to clients and safe in a URL; it may be kept, and is not secret.
 *
 * @param sort the order, as {@link PageRequest#SORT} names it
 * @param values of the row, in the order of the columns, as text
 */
public record Cursor(String sort, List<String> values) {

    private static final int FORMAT = 2;

    public Cursor {
        values = List.copyOf(values);
    }

    /**
     * Reads what a client gave back.
     *
     * @throws IllegalArgumentException if it is no cursor of ours
     */
    public static Cursor parse(String text) {
        try (var in = new DataInputStream(
                new ByteArrayInputStream(Base64.getUrlDecoder().decode(text)))) {
            if (in.readByte() != FORMAT) {
                throw new IllegalArgumentException("The cursor has another format");
            }
            var sort = in.readUTF();
            var values = new ArrayList<String>();
            while (in.available() > 0) {
                values.add(in.readUTF());
            }
            return new Cursor(sort, values);
        } catch (IOException e) {
            throw new IllegalArgumentException("The cursor is cut off", e);
        }
    }

    /** The form that clients see; {@link #parse} reads it. */
    @Override
    public String toString() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeByte(FORMAT);
            out.writeUTF(sort);
            for (var value : values) {
                out.writeUTF(value);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
    }
}
