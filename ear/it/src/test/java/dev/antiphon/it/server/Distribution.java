package dev.antiphon.it.server;

import dev.antiphon.dev.process.Folders;
import dev.antiphon.it.Artifacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.ZipFile;

/** A server as its makers publish it, unpacked once and kept for the next run. */
final class Distribution {

    private Distribution() {}

    /** The folder in the zip that the build has resolved; nothing of a node goes into it. */
    static Path folder() {
        var zip = Path.of(System.getProperty("antiphon.server.zip"));
        var unpacked = Artifacts.project()
                .resolve("ear/it/target/servers")
                .resolve(zip.getFileName().toString().replace(".zip", ""));
        try {
            if (Files.notExists(unpacked)) {
                unpackWhole(zip, unpacked);
            }
            try (var content = Files.newDirectoryStream(unpacked)) {
                return content.iterator().next();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Several runs may do this at once; a folder that is there is complete. */
    private static void unpackWhole(Path zip, Path folder) throws IOException {
        var half = Files.createTempDirectory(Files.createDirectories(folder.getParent()), "unpacking");
        try {
            unpack(zip, half);
            Files.move(half, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Folders.delete(half);
            if (Files.notExists(folder)) {
                throw e;
            }
        }
    }

    private static void unpack(Path zip, Path folder) throws IOException {
        try (var content = new ZipFile(zip.toFile())) {
            for (var entry : content.stream().toList()) {
                if (entry.isDirectory()) {
                    Files.createDirectories(folder.resolve(entry.getName()));
                } else {
                    Folders.unpack(content, entry, folder, entry.getName());
                }
            }
        }
    }

    /** Copies a folder with everything in it, or a single file. */
    static void copy(Path from, Path to) {
        try (var files = Files.walk(from)) {
            for (var file : files.toList()) {
                var target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.getParent());
                    Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
