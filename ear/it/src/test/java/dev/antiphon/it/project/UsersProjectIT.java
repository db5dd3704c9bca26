package dev.antiphon.it.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.dev.postgres.Migrations;
import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.Progress;
import dev.antiphon.dev.runtime.ApplicationSettings;
import dev.antiphon.dev.runtime.Installation;
import dev.antiphon.dev.runtime.LocalApplication;
import dev.antiphon.dev.runtime.Wars;
import dev.antiphon.it.AntiphonProcess;
import dev.antiphon.it.Artifacts;
import dev.antiphon.it.Http;
import dev.antiphon.it.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A project that knows nothing of this build, with an aggregate, a projection and queries of its own: built with the BOM and
 * the installed jars, migrated, deployed and operated by the steps of the README.
 */
class UsersProjectIT {

    private static Path folder;
    private static UsersProject library;
    private static LocalApplication running;
    private static Http http;

    private final String book = UUID.randomUUID().toString();

    @BeforeAll
    static void buildAndStart() throws IOException, InterruptedException {
        folder = Files.createTempDirectory("antiphon-it");
        library = UsersProject.build(folder);
        running = new LocalApplication(ApplicationSettings.of(
                        Installation.in(Artifacts.project()).with(new Wars(library.wars()).applications()),
                        folder.resolve("data"))
                .withCache(Artifacts.cache())
                .withMigrations(Migrations.none()));
        running.startServices(Progress.silent());
        var wars = List.of(
                "migrate",
                "--war",
                library.war("command").toString(),
                library.war("projector").toString());
        assertThat(antiphon(0, wars)).contains("scripts applied");
        assertThat(antiphon(0, wars)).contains("Both databases are up to date.");
        running.startServer(Progress.silent());
        http = new Http(running.uri("/"));
    }

    @AfterAll
    static void stop() {
        if (running != null) {
            running.close();
        }
        Folders.delete(folder);
    }

    private static String antiphon(int exitCode, List<String> arguments) throws IOException, InterruptedException {
        var environment = AntiphonProcess.environment(running.databases(), running.bootstrapServers());
        try (var command = AntiphonProcess.start(folder, environment, arguments)) {
            assertThat(command.exitCode(1)).as(command.output()).isEqualTo(exitCode);
            return command.output();
        }
    }

    private static String operate(int exitCode, String command) throws IOException, InterruptedException {
        return antiphon(
                exitCode, List.of(command, "--war", library.war("projector").toString()));
    }

    private void acquire() {
        assertThat(http.post("/write/books", "{\"bookId\":\"%s\",\"title\":\"Faust\"}".formatted(book))
                        .status())
                .isEqualTo(201);
    }

    private Http.Answer lend(String member) {
        return http.put("/write/books/" + book + "/loan", "{\"member\":\"%s\"}".formatted(member));
    }

    private Http.Answer listed(int version) {
        return http.get("/read/books/" + book + "?minVersion=" + version, "Prefer", "wait=30");
    }

    @Test
    void itsOwnTestsHaveRun() throws IOException {
        assertThat(library.testReports("command")).isNotEmpty();
        assertThat(library.testReports("projector")).isNotEmpty();
    }

    @Test
    void aCommandBecomesAnEventARowAndAnAnswer() {
        acquire();
        var lent = lend("grete");
        assertThat(lent.status()).isEqualTo(200);

        assertThat(listed(2).body())
                .isEqualTo(
                        "{\"bookId\":\"%s\",\"title\":\"Faust\",\"member\":\"grete\",\"version\":2}".formatted(book));
        assertThat(http.get("/read/books?member=grete", "Consistency-Token", lent.header("Consistency-Token"))
                        .json()
                        .findValuesAsText("bookId"))
                .contains(book);
        assertThat(http.get("/write/books/" + book).json().path("member").asText())
                .isEqualTo("grete");
        assertThat(Topics.read(running.bootstrapServers(), "library.lending.book"))
                .filteredOn(record -> record.key().equals(book))
                .extracting(record -> Topics.header(record, "Event-Type"))
                .containsExactly("book.acquired", "book.lent");

        var refused = lend("heinrich");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.json().path("type").asText()).endsWith(":book-lent");
        assertThat(http.send("DELETE", "/write/books/" + book + "/loan", "").status())
                .isEqualTo(200);
        assertThat(listed(3).json().has("member")).isFalse();
    }

    @Test
    void aLostRowIsFoundAndMadeAnew() throws IOException, InterruptedException, SQLException {
        acquire();
        var before = listed(1).body();
        var owner = running.databases().roles().owner();
        try (var connection =
                        DriverManager.getConnection(running.databases().readUrl(), owner.user(), owner.password());
                var lose = connection.prepareStatement("delete from book_list where book_id = ?")) {
            lose.setString(1, book);
            assertThat(lose.executeUpdate()).isOne();
        }

        assertThat(operate(1, "verify")).contains("missing book_list " + book);
        assertThat(operate(0, "rebuild")).contains("book_list: complete");
        assertThat(operate(0, "verify")).contains("no difference");
        assertThat(listed(1).body()).isEqualTo(before);
    }
}
