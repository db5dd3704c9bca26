package dev.antiphon.events.ee.http;

import jakarta.validation.ElementKind;
import jakarta.validation.Path;

/** The place of a violation as a JSON pointer (RFC 6901): {@code lines[3].quantity} is {@code /lines/3/quantity}. */
public final class JsonPointer {

    private JsonPointer() {}

    /** The place in the request's body that a violation is about. */
    public static String of(Path path) {
        var pointer = new StringBuilder();
        for (var node : path) {
            if (node.getKind() == ElementKind.METHOD || node.getKind() == ElementKind.PARAMETER) {
                continue;
            }
            if (node.isInIterable() && node.getIndex() != null) {
                pointer.append('/').append(node.getIndex());
            }
            if (node.isInIterable() && node.getKey() != null) {
                pointer.append('/').append(escape(node.getKey().toString()));
            }
            if (node.getName() != null && node.getKind() == ElementKind.PROPERTY) {
                pointer.append('/').append(escape(node.getName()));
            }
        }
        return pointer.toString();
    }

    static String escape(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }
}
