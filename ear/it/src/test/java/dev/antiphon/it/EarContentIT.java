package dev.antiphon.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;

/** What ships: three self-contained wars and nothing they would have to share. */
class EarContentIT {

    @Test
    void threeSelfContainedWarsAndNoLib() throws IOException {
        try (var ear = new ZipFile(Artifacts.ear().toFile())) {
            var names = ear.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(entry -> entry.getName())
                    .toList();
            assertThat(names)
                    .filteredOn(name -> !name.startsWith("META-INF/"))
                    .containsExactlyInAnyOrder("orders-command.war", "orders-projector.war", "orders-query.war");
            assertThat(names).noneMatch(name -> name.startsWith("lib/"));

            var libraries = new HashMap<String, List<String>>();
            for (var war : List.of("orders-command.war", "orders-projector.war", "orders-query.war")) {
                try (var stream = ear.getInputStream(ear.getEntry(war))) {
                    libraries.put(war, libraries(stream));
                }
            }
            has(libraries, "orders-command.war", "antiphon-command-ee", "antiphon-command-core", "kafka-clients");
            has(libraries, "orders-projector.war", "antiphon-projector-ee", "antiphon-projector-core", "kafka-clients");
            has(libraries, "orders-query.war", "antiphon-query-ee", "antiphon-query-core");
            assertThat(libraries.get("orders-command.war"))
                    .noneMatch(jar -> jar.matches("antiphon-(projector|query).*"));
            assertThat(libraries.get("orders-projector.war"))
                    .noneMatch(jar -> jar.matches("antiphon-(command|query).*"));
            assertThat(libraries.get("orders-query.war"))
                    .noneMatch(jar -> jar.matches("antiphon-(command|projector).*|kafka-clients.*"));
            assertThat(libraries.values().stream().flatMap(List::stream))
                    .as("what the server brings stays out")
                    .noneMatch(jar -> jar.matches("(jakarta|microprofile|postgresql|junit|antiphon-dev).*"));
        }
    }

    @Test
    void theDescriptorGivesEachWarItsContextRoot() throws IOException {
        try (var ear = new ZipFile(Artifacts.ear().toFile());
                var stream = ear.getInputStream(ear.getEntry("META-INF/application.xml"))) {
            var descriptor = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(descriptor)
                    .contains(
                            "<context-root>/write</context-root>",
                            "<context-root>/projector</context-root>",
                            "<context-root>/read</context-root>");
        }
    }

    private static void has(Map<String, List<String>> libraries, String war, String... jars) {
        for (var jar : jars) {
            assertThat(libraries.get(war)).as(war).anyMatch(name -> name.startsWith(jar + "-"));
        }
    }

    private static List<String> libraries(InputStream war) throws IOException {
        var names = new ArrayList<String>();
        var zip = new ZipInputStream(war);
        for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            if (entry.getName().startsWith("WEB-INF/lib/") && !entry.isDirectory()) {
                names.add(entry.getName().substring("WEB-INF/lib/".length()));
            }
        }
        return names;
    }
}
