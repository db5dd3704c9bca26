package dev.antiphon.bench.lab;

import dev.antiphon.dev.process.StartFailure;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A copy of the shipped war of the command side with the package {@code inside} added; nothing of it is replaced. */
final class BenchWar {

    private static final String INSIDE = "dev/antiphon/bench/inside";

    private BenchWar() {}

    static Path of(Path shipped, Path folder) {
        Path war = folder.resolve("orders-command-bench.war");
        try {
            Files.copy(shipped, war);
            try (FileSystem target = FileSystems.newFileSystem(war);
                    FileSystem own = FileSystems.newFileSystem(ownJar());
                    Stream<Path> classes = Files.list(own.getPath(INSIDE))) {
                Path to = target.getPath("WEB-INF/classes", INSIDE);
                Files.createDirectories(to);
                for (Path each : (Iterable<Path>) classes::iterator) {
                    Files.copy(each, to.resolve(each.getFileName().toString()));
                }
            }
        } catch (IOException | URISyntaxException e) {
            throw new StartFailure("Cannot make " + war + " of " + shipped + ": " + StartFailure.reason(e), e);
        }
        return war;
    }

    private static Path ownJar() throws URISyntaxException {
        return Path.of(BenchWar.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }
}
