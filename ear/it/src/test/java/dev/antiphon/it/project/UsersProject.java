package dev.antiphon.it.project;

import dev.antiphon.it.Artifacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A copy of the library's project, far from this build, built as its owner does. */
final class UsersProject {

    private static final Path SOURCE = Artifacts.project().resolve("ear/it/src/projects/library");

    private final Path folder;

    private UsersProject(Path folder) {
        this.folder = folder;
    }

    /** Copies it and runs {@code mvn package}, with the project's own tests. */
    static UsersProject build(Path home) throws IOException, InterruptedException {
        var folder = home.resolve("library");
        try (var files = Files.walk(SOURCE)) {
            for (var file : files.toList()) {
                Files.copy(file, folder.resolve(SOURCE.relativize(file)));
            }
        }
        maven(folder, LocalRepository.in(home.resolve("repository")));
        return new UsersProject(folder);
    }

    private static void maven(Path folder, Path repository) throws IOException, InterruptedException {
        var log = Artifacts.reports().resolve("users-project-build.log");
        var builder = new ProcessBuilder(
                        System.getProperty("antiphon.maven"),
                        "-B",
                        "-ntp",
                        "-Dmaven.repo.local=" + repository,
                        "package")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MAVEN_OPTS", "-Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1");
        var process = builder.start();
        try {
            if (!process.waitFor(5, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new AssertionError("The user's project cannot be built: " + Files.readString(log));
            }
        } finally {
            process.destroyForcibly();
        }
    }

    /** The wars, in no order that matters. */
    List<Path> wars() {
        return List.of(war("query"), war("projector"), war("command"));
    }

    Path war(String module) {
        return folder.resolve(module).resolve("target/library-" + module + ".war");
    }

    /** The reports of the tests that ran in a module. */
    List<Path> testReports(String module) throws IOException {
        try (var files = Files.list(folder.resolve(module).resolve("target/surefire-reports"))) {
            return files.toList();
        }
    }
}
