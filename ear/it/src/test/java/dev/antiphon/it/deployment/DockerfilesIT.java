package dev.antiphon.it.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.it.Artifacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The images of the application are made of what the build makes. */
class DockerfilesIT {

    @Test
    void versionsAreThoseOfTheBuild() {
        assertThat(Dockerfile.all()).extracting(Dockerfile::name).contains("operator", "command", "projector", "query");
        for (var dockerfile : Dockerfile.all()) {
            assertThat(dockerfile.argument("JAVA"))
                    .as(dockerfile.name())
                    .startsWith(Deployment.property("properties/maven.compiler.release") + ".");
        }
        for (var side : Deployment.SIDES) {
            assertThat(Dockerfile.of(side).argument("PAYARA_MICRO"))
                    .as(side)
                    .isEqualTo(Deployment.property("properties/payara.version"));
        }
    }

    @Test
    void nobodyInParticularRunsThemWithoutAShell() {
        for (var dockerfile : Dockerfile.all()) {
            assertThat(dockerfile.all("USER"))
                    .as(dockerfile.name())
                    .singleElement()
                    .satisfies(user -> assertThat(user.rest()).matches("[1-9]\\d*:[1-9]\\d*"));
            assertThat(dockerfile.entryPoint()).as(dockerfile.name()).first().isEqualTo("java");
        }
    }

    @Test
    void whatIsCopiedIsMadeByTheBuildAndLetIntoTheContext() throws IOException {
        for (var dockerfile : Dockerfile.all()) {
            for (var copy : dockerfile.all("COPY")) {
                var sources = copy.words().subList(0, copy.words().size() - 1);
                var target = copy.words().get(copy.words().size() - 1);
                for (var source : sources) {
                    var files = files(source.replace("${PAYARA_MICRO}", payaraMicro()));
                    assertThat(files).as(dockerfile.name() + ": " + source).isNotEmpty();
                    if (!target.endsWith("/")) {
                        assertThat(files)
                                .as(dockerfile.name() + ": one file for " + target)
                                .hasSize(1);
                    }
                    assertThat(files)
                            .as(dockerfile.name() + ": let into the context by .dockerignore")
                            .allMatch(DockerfilesIT::isInContext);
                }
            }
        }
    }

    @Test
    void everyPathWithinAnImageIsCopiedThere() throws IOException {
        for (var dockerfile : Dockerfile.all()) {
            var copied = new ArrayList<String>();
            for (var copy : dockerfile.all("COPY")) {
                var target = copy.words().get(copy.words().size() - 1);
                if (target.endsWith("/")) {
                    for (var source : copy.words().subList(0, copy.words().size() - 1)) {
                        files(source).forEach(file -> copied.add(target + file.getFileName()));
                    }
                } else {
                    copied.add(target);
                }
            }
            assertThat(dockerfile.entryPoint())
                    .as(dockerfile.name())
                    .filteredOn(word -> word.startsWith("/opt/"))
                    .allSatisfy(word -> assertThat(copied).contains(word.replaceAll(":.*", "")));
        }
    }

    /** On a newer JDK the build brings another one, which an argument names then. */
    private static String payaraMicro() throws IOException {
        var jar = Path.of(Files.readString(Artifacts.project().resolve("ear/dev/target/payara-micro.path"))
                .strip());
        return jar.getFileName().toString().replaceAll("payara-micro-|\\.jar", "");
    }

    private static List<Path> files(String pattern) throws IOException {
        var project = Artifacts.project();
        if (Files.isDirectory(project.resolve(pattern))) {
            return files(pattern + (pattern.endsWith("/") ? "*" : "/*"));
        }
        var matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        try (var all = Files.list(project.resolve(pattern).getParent())) {
            return all.map(project::relativize).filter(matcher::matches).toList();
        }
    }

    private static boolean isInContext(Path file) {
        try {
            var lines = Files.readAllLines(Artifacts.project().resolve(".dockerignore")).stream()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
            assertThat(lines).first().as("nothing but what is named").isEqualTo("*");
            return lines.stream()
                    .skip(1)
                    .map(line -> line.substring(1))
                    .anyMatch(pattern -> FileSystems.getDefault()
                                    .getPathMatcher("glob:" + pattern)
                                    .matches(file)
                            || file.startsWith(pattern));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everyVariableThatTheFilesNameIsRead() throws IOException {
        var project = Artifacts.project().resolve("ear/orders/src/main");
        try (var containers = Files.walk(project.resolve("containers"));
                var servers = Files.walk(project.resolve("servers"))) {
            var files = Stream.concat(containers, servers)
                    .filter(Files::isRegularFile)
                    .toList();
            assertThat(files).hasSizeGreaterThan(15);
            for (var file : files) {
                assertThat(Deployment.variablesIn(file))
                        .as(file.toString())
                        .allMatch(Deployment::isRead, "is a setting of a war or of the command line");
            }
        }
    }
}
