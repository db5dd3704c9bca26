package dev.antiphon.dev.postgres;

import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.StartFailure;
import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** The programs of PostgreSQL for this machine, unpacked from the class path once and kept. */
public final class PostgresBinaries {

    /** Raise with the binaries' version in the root pom: a kept folder of another version is not used. */
    private static final String VERSION = "18.3.0";

    private final Path folder;

    private PostgresBinaries(Path folder) {
        this.folder = folder;
    }

    /**
     * The programs under {@code cache}, unpacked there first if need be. Several processes may do this at once; a
     * half-unpacked folder is never used.
     *
     * @throws StartFailure when there are none for this machine
     */
    public static PostgresBinaries in(Path cache) {
        Path folder = cache.resolve("postgresql-" + VERSION);
        if (!Files.isExecutable(folder.resolve("bin/postgres"))) {
            unpackInto(folder);
        }
        return new PostgresBinaries(folder);
    }

    /** The path of one program, such as {@code initdb}. */
    public String program(String name) {
        return folder.resolve("bin").resolve(name).toString();
    }

    private static void unpackInto(Path folder) {
        Path fresh = null;
        try {
            Files.createDirectories(folder.toAbsolutePath().getParent());
            fresh = Files.createTempDirectory(folder.toAbsolutePath().getParent(), "unpacking");
            try (InputStream archive = archive()) {
                unpack(archive, fresh);
            }
            Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (fresh != null) {
                Folders.delete(fresh);
            }
            if (!(e instanceof FileAlreadyExistsException) && !Files.isExecutable(folder.resolve("bin/postgres"))) {
                throw new StartFailure("Cannot unpack PostgreSQL into " + folder + ": " + StartFailure.reason(e), e);
            }
        }
    }

    private static InputStream archive() throws IOException {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac") ? "Darwin" : "Linux";
        String machine = System.getProperty("os.arch");
        try {
            return DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(
                    system, machine.equals("amd64") ? "x86_64" : machine);
        } catch (IllegalStateException e) {
            throw new StartFailure("There is no embedded PostgreSQL for " + system + " on " + machine
                    + "; set ANTIPHON_WRITE_URL and ANTIPHON_READ_URL to use a server of your own.");
        }
    }

    private static void unpack(InputStream archive, Path target) throws IOException {
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new XZCompressorInputStream(new BufferedInputStream(archive)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path path = target.resolve(entry.getName()).normalize();
                if (!path.startsWith(target)) {
                    throw new IOException("entry outside of the archive: " + entry.getName());
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(path);
                } else if (entry.isSymbolicLink()) {
                    Files.createDirectories(path.getParent());
                    Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
                } else {
                    Files.createDirectories(path.getParent());
                    Files.copy(tar, path);
                    if ((entry.getMode() & 0100) != 0) {
                        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
                    }
                }
            }
        }
    }
}
