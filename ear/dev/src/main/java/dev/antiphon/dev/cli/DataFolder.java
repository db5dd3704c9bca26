package dev.antiphon.dev.cli;

import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.dev.process.StateFolder;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The folder given with {@code --data}. The lasting application lives in it directly; an ephemeral one in a folder of
 * its own below it, so that {@code import} finds both and what a killed launcher left behind can be cleared away.
 */
final class DataFolder {

    private static final String EPHEMERAL = "ephemeral-";

    private final Path folder;

    DataFolder(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    Path path() {
        return folder;
    }

    /** Unpacked programs, shared by every application on this folder. */
    Path cache() {
        return folder.resolve("cache");
    }

    /** A place for an ephemeral application, empty. */
    Path newEphemeral() {
        Folders.create(folder);
        return folder.resolve(EPHEMERAL + ProcessHandle.current().pid());
    }

    /** Where the application answers that was started on this folder, the lasting one before ephemeral ones. */
    Optional<String> runningUrl() {
        return running(StateFolder::runningUrl);
    }

    /** A database of that application, as a JDBC URL. */
    Optional<String> runningDatabase(String name) {
        return running(home -> StateFolder.runningDatabase(home, name));
    }

    /** The brokers of that application. */
    Optional<String> runningKafka() {
        return running(StateFolder::runningKafka);
    }

    private Optional<String> running(Function<Path, Optional<String>> found) {
        List<Path> homes = new ArrayList<>(List.of(folder));
        homes.addAll(ephemerals());
        return homes.stream().flatMap(home -> found.apply(home).stream()).findFirst();
    }

    /** Ends and removes the ephemeral applications whose launcher is gone. */
    void clearAbandoned() {
        for (Path home : ephemerals()) {
            StateFolder.tryAcquire(home).ifPresent(abandoned -> {
                abandoned.endLeftovers();
                abandoned.close();
                Folders.delete(home);
            });
        }
    }

    private List<Path> ephemerals() {
        List<Path> homes = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, EPHEMERAL + "*")) {
                entries.forEach(homes::add);
            } catch (IOException e) {
                throw new StartFailure("Cannot read the folder " + folder + ": " + StartFailure.reason(e), e);
            }
        }
        return homes;
    }
}
