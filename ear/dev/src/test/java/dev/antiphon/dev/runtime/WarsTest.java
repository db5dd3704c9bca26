package dev.antiphon.dev.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.antiphon.dev.postgres.Migration;
import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.dev.server.WebApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarsTest {

    private static final String COMMAND = "WEB-INF/lib/antiphon-command-core-0.1.0.jar";
    private static final String PROJECTOR = "WEB-INF/lib/antiphon-projector-core-0.1.0-shop.jar";
    private static final String QUERY = "WEB-INF/lib/antiphon-query-core-0.1.0.jar";
    private static final String SCRIPT = "WEB-INF/classes/shop/schema/V1__shelf.sql";

    @TempDir
    Path folder;

    /** A war of entries that contain their own names. */
    private Path war(String name, String... entries) throws IOException {
        var war = folder.resolve(name);
        try (var zip = new ZipOutputStream(Files.newOutputStream(war))) {
            for (var entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write(entry.getBytes());
            }
        }
        return war;
    }

    @Test
    void deployInTheOrderOfTheSides() throws IOException {
        var query = war("query.war", QUERY);
        var projector = war("projector.war", PROJECTOR);
        var command = war("command.war", COMMAND);

        assertThat(new Wars(List.of(query, projector, command)).applications())
                .containsExactly(
                        new WebApplication(command, "/write"),
                        new WebApplication(projector, "/projector"),
                        new WebApplication(query, "/read"));
    }

    @Test
    void bringTheirScriptsForTheDatabaseOfTheirSide() throws IOException {
        var wars = new Wars(List.of(
                war("command.war", COMMAND, SCRIPT, "WEB-INF/classes/R__grants.sql", "WEB-INF/classes/shop/query.sql"),
                war("projector.war", PROJECTOR, "WEB-INF/classes/V1_1__list.sql", "V2__outside.sql")));
        var unpacked = folder.resolve("unpacked");
        Files.createDirectories(unpacked.resolve("command.war"));
        Files.writeString(unpacked.resolve("command.war/V9__earlier.sql"), "of an earlier time");

        var migrations = wars.migrations(unpacked);

        assertThat(migrations.write())
                .containsExactly(
                        new Migration("dev/antiphon/command/schema", "antiphon"),
                        new Migration("filesystem:" + unpacked.resolve("command.war"), "public"));
        assertThat(migrations.read())
                .containsExactly(
                        new Migration("dev/antiphon/projector/schema", "antiphon"),
                        new Migration("filesystem:" + unpacked.resolve("projector.war"), "public"));
        try (var files = Files.walk(unpacked).filter(Files::isRegularFile)) {
            assertThat(files.map(file -> unpacked.relativize(file).toString()))
                    .containsExactlyInAnyOrder(
                            "command.war/shop/schema/V1__shelf.sql",
                            "command.war/R__grants.sql",
                            "projector.war/V1_1__list.sql");
        }
        assertThat(unpacked.resolve("command.war/R__grants.sql")).hasContent("WEB-INF/classes/R__grants.sql");
    }

    @Test
    void ofTheOtherSideMayBeMissing() throws IOException {
        var migrations = new Wars(List.of(war("command.war", COMMAND, SCRIPT), war("query.war", QUERY)))
                .migrations(folder.resolve("unpacked"));
        assertThat(migrations.read()).containsExactly(new Migration("dev/antiphon/projector/schema", "antiphon"));
    }

    private static void refused(List<Path> wars, Path unpacked, String... message) {
        assertThatExceptionOfType(StartFailure.class)
                .isThrownBy(() -> new Wars(wars).migrations(unpacked))
                .withMessageContainingAll(message);
    }

    @Test
    void sayWhatIsWrong() throws IOException {
        var unpacked = folder.resolve("unpacked");
        var command = war("command.war", COMMAND, SCRIPT);
        refused(List.of(folder.resolve("none.war")), unpacked, "none.war does not exist");
        refused(List.of(Files.writeString(folder.resolve("text.war"), "no zip")), unpacked, "Cannot read", "text.war");
        refused(List.of(war("some.war", SCRIPT)), unpacked, "some.war is of no side", "antiphon-command-core");
        refused(List.of(war("all.war", COMMAND, QUERY)), unpacked, "all.war is of several sides");
        refused(
                List.of(command, war("other.war", COMMAND)),
                unpacked,
                "command.war and",
                "other.war are of the same side");
        refused(List.of(war("bare.war", PROJECTOR)), unpacked, "bare.war has no schema", "V1__orders.sql");
        refused(
                List.of(war("bad.war", COMMAND, "WEB-INF/classes/../../../V1__outside.sql")),
                unpacked,
                "bad.war",
                "lies outside");
    }
}
