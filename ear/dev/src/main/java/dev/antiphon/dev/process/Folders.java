package dev.antiphon.dev.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** Folders that hold what we run. */
public final class Folders {

    private Folders() {}

    /**
     * Makes the folder and its parents, readable by its owner alone where the file system knows owners.
     *
     * @throws StartFailure when a file is in the way or the place cannot be written
     */
    public static Path create(Path folder) {
        try {
            if (Files.notExists(folder)) {
                Path parent = folder.toAbsolutePath().getParent();
                if (parent != null) {
                    Files.createDirectories(parent);
                }
                Files.createDirectory(folder);
                if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
                    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
                }
            }
        } catch (IOException e) {
            throw new StartFailure("Cannot create the folder " + folder + ": " + StartFailure.reason(e), e);
        }
        if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new StartFailure(folder + " is not a folder that can be written; choose another one with --data.");
        }
        return folder;
    }

    /** Makes one that nobody else has; whoever made it deletes it. */
    public static Path temporary(String prefix) {
        try {
            return Files.createTempDirectory(prefix);
        } catch (IOException e) {
            throw new StartFailure("Cannot create a temporary folder: " + StartFailure.reason(e), e);
        }
    }

    /**
     * Unpacks an entry of an archive into the folder.
     *
     * @param place below the folder
     * @throws IOException also if that place is outside of the folder
     */
    public static Path unpack(ZipFile archive, ZipEntry entry, Path folder, String place) throws IOException {
        Path file = folder.resolve(place).normalize();
        if (!file.startsWith(folder.normalize())) {
            throw new IOException("its entry " + entry.getName() + " lies outside of it");
        }
        Files.createDirectories(file.getParent());
        try (InputStream in = archive.getInputStream(entry)) {
            Files.copy(in, file);
        }
        return file;
    }

    /** Deletes the folder with everything in it; links are removed, not followed. Does nothing when it is not there. */
    public static void delete(Path folder) {
        if (Files.notExists(folder)) {
            return;
        }
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
                        throws IOException {
                    if (failure != null) {
                        throw failure;
                    }
                    Files.delete(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + folder, e);
        }
    }
}
