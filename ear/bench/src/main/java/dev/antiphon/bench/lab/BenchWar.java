package dev.antiphon.bench.lab;

import dev.antiphon.dev.process.StartFailure;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The wars that are measured beside the shipped ones: a copy of the command side's with the package {@code inside} added,
 * nothing of it replaced; and a bare one without Antiphon, which has the package {@code bare}.
 */
final class BenchWar {

    private static final String INSIDE = "dev/antiphon/bench/inside";
    private static final String BARE = "dev/antiphon/bench/bare";

    private BenchWar() {}

    static Path of(Path shipped, Path folder) {
        Path war = folder.resolve("orders-command-bench.war");
        try {
            Files.copy(shipped, war);
            add(INSIDE, war, Map.of());
        } catch (IOException | URISyntaxException e) {
            throw new StartFailure("Cannot make " + war + " of " + shipped + ": " + StartFailure.reason(e), e);
        }
        return war;
    }

    static Path bare(Path folder) {
        Path war = folder.resolve("bare.war");
        try {
            add(BARE, war, Map.of("create", "true"));
        } catch (IOException | URISyntaxException e) {
            throw new StartFailure("Cannot make " + war + ": " + StartFailure.reason(e), e);
        }
        return war;
    }

    private static void add(String pack, Path war, Map<String, String> how) throws IOException, URISyntaxException {
        try (FileSystem target = FileSystems.newFileSystem(war, how);
                FileSystem own = FileSystems.newFileSystem(ownJar());
                Stream<Path> classes = Files.list(own.getPath(pack))) {
            Path to = target.getPath("WEB-INF/classes", pack);
            Files.createDirectories(to);
            for (Path each : (Iterable<Path>) classes::iterator) {
                Files.copy(each, to.resolve(each.getFileName().toString()));
            }
        }
    }

    private static Path ownJar() throws URISyntaxException {
        return Path.of(BenchWar.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }
}
