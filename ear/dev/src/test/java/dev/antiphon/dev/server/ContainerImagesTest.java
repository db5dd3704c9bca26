package dev.antiphon.dev.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.antiphon.dev.postgres.Login;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The images run what the development server runs, each with one war and its pool. Only where the database is and who logs
 * in comes from the environment instead.
 */
class ContainerImagesTest {

    private static final Path FILES = Path.of("../orders/src/main");
    private static final Path IN_IMAGE = Path.of("/opt/antiphon");

    @ParameterizedTest
    @CsvSource({
        "command, /write, jdbc/write, WRITE, COMMAND, 32",
        "projector, /projector, jdbc/read, READ, PROJECTOR, 16",
        "query, /read, jdbc/query, READ, QUERY, 24"
    })
    void anImageRunsWhatTheDevelopmentServerRuns(
            String side, String contextRoot, String jndiName, String database, String role, int maximum)
            throws IOException {
        var login = new Login(variable(role + "_USER"), variable(role + "_PASSWORD"));
        var settings = new ServerSettings(
                IN_IMAGE.resolve("payara-micro.jar"),
                IN_IMAGE.resolve("postgresql.jar"),
                List.of(new WebApplication(IN_IMAGE.resolve(side + ".war"), contextRoot)),
                List.of(new DataSource(jndiName, variable(database + "_URL"), login, maximum)),
                Map.of(),
                "0.0.0.0",
                List.of());

        assertThat(Files.readAllLines(FILES.resolve("servers/payara-micro/" + side + ".asadmin")))
                .filteredOn(line -> !line.startsWith("#"))
                .containsExactlyElementsOf(settings.commands());

        var server = PayaraMicro.on(IN_IMAGE, 8080, settings).commandLine(IN_IMAGE.resolve(side + ".asadmin"));
        var expected = new ArrayList<>(server.subList(server.indexOf("-jar"), server.size()));
        var root = expected.indexOf("--rootdir"); // in an image a folder of its own in /tmp, by itself
        expected.subList(root, root + 2).clear();
        var entryPoint = entryPoint(side);
        assertThat(entryPoint.subList(entryPoint.indexOf("-jar"), entryPoint.size()))
                .containsExactlyElementsOf(expected);
    }

    @Test
    void anImageLogsAsTheDevelopmentServerDoes() {
        assertThat(FILES.resolve("servers/payara-micro/logging.properties")).hasContent(ServerSettings.LOGGING);
    }

    private static String variable(String name) {
        return "${ENV=ANTIPHON_" + name + "}";
    }

    private static List<String> entryPoint(String side) throws IOException {
        var text = Files.readString(FILES.resolve("containers/" + side + ".Dockerfile"));
        var array = text.substring(text.indexOf("ENTRYPOINT [") + "ENTRYPOINT ".length());
        return List.of(new ObjectMapper().readValue(array.replace("\\\n", ""), String[].class));
    }
}
