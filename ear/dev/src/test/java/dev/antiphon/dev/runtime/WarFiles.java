package dev.antiphon.dev.runtime;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Wars of classes that are on the class path of tests. */
final class WarFiles {

    private WarFiles() {}

    /** Where a class is in a jar. */
    static String file(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }

    /** Where it is in a war. */
    static String ofWar(Class<?> type) {
        return "WEB-INF/classes/" + file(type);
    }

    static byte[] bytes(Class<?> type) throws IOException {
        try (var in = type.getResourceAsStream("/" + file(type))) {
            return in.readAllBytes();
        }
    }

    static byte[] zip(Map<String, byte[]> entries) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            for (var entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
            }
        }
        return bytes.toByteArray();
    }

    static Path write(Path file, Map<String, byte[]> entries) throws IOException {
        return Files.write(file, zip(entries));
    }
}
