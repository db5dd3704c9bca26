package dev.antiphon.it.container.start;

import dev.antiphon.it.container.ContainerServers;
import dev.antiphon.it.container.ServersExtension;
import dev.antiphon.it.container.TestWar;
import dev.antiphon.it.container.command.AppendNote;
import dev.antiphon.it.container.command.AppendNoteHandler;
import dev.antiphon.it.container.command.Note;
import dev.antiphon.it.container.command.NoteEvent;
import dev.antiphon.it.container.projector.CrateEvent;
import dev.antiphon.it.server.TestEar;
import dev.antiphon.it.server.empty.Nothing;
import dev.antiphon.it.server.empty.Ready;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What stops the deployment of a command side or a projector, and what the server's log says then. */
@ExtendWith(ServersExtension.class)
class RefusedStartIT {

    private static final String ROOT = "/test";

    /** A command side whose aggregates are behind that data source. */
    private static WebArchive side(String dataSource) {
        return TestWar.of("command-side")
                .addClasses(Note.class, NoteEvent.class, AppendNote.class, AppendNoteHandler.class)
                .addClasses(NoteEvent.class.getDeclaredClasses())
                .addClasses(Nothing.class, Ready.class)
                .addAsResource(
                        new StringAsset(persistence().replace("jdbc/write", dataSource)), "META-INF/persistence.xml");
    }

    private static String persistence() {
        try (InputStream xml = RefusedStartIT.class.getResourceAsStream("/container/command/persistence.xml")) {
            return new String(xml.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void refused(WebArchive war, String... words) {
        ContainerServers.node().refuse(ear(war), ROOT + "/health/ready", words);
    }

    private static void started(WebArchive war) {
        ContainerServers.node().deploy(ear(war), List.of(ROOT + "/health/ready"));
        ContainerServers.node().undeploy();
    }

    private static Path ear(WebArchive war) {
        return TestEar.in(ContainerServers.folder(), Map.of(ROOT, war));
    }

    @Test
    void aCommandThatNobodyHandles() {
        refused(
                side("jdbc/write").addClasses(Forgotten.class, Kind.class),
                "Command dev.antiphon.it.container.start.Forgotten has no handler",
                "CommandHandler");
    }

    @Test
    void aCommandThatTwoHandle() {
        refused(
                side("jdbc/write").addClass(SecondHandler.class),
                "command.AppendNote has two handlers",
                "start.SecondHandler",
                "command.AppendNoteHandler");
    }

    @Test
    void aProjectionThatIsNoBean() {
        refused(
                TestWar.of("projector")
                        .addClasses(NoBean.class, CrateEvent.class)
                        .addClasses(CrateEvent.class.getDeclaredClasses()),
                "start.NoBean has @Projection but is no CDI bean",
                "@ApplicationScoped");
    }

    /** Rule S1. */
    @Test
    void aggregatesBehindAnotherDataSourceThanTheOutbox() {
        refused(side("jdbc/read"), "antiphon.write.datasource", "jta-data-source", "commit together");
    }

    /** Rule X2. */
    @Test
    void aTriggerOnATableThatCommandsWrite() throws Exception {
        execute("create function note_copied() returns trigger language plpgsql as 'begin return new; end'");
        try {
            execute("create trigger copy_note after insert on note for each row execute function note_copied()");
            refused(side("jdbc/write"), "'copy_note' on table note", "rule X2");
            execute("drop trigger copy_note on note");

            execute("create trigger stamp before update on antiphon.lane execute function note_copied()");
            refused(side("jdbc/write"), "'stamp' on table antiphon.lane");
            execute("drop trigger stamp on antiphon.lane");

            execute(
                    "create constraint trigger allowed after insert on note for each row execute function note_copied()");
            started(side("jdbc/write"));
        } finally {
            execute("drop function note_copied cascade");
        }
    }

    private void execute(String sql) throws SQLException {
        try (var connection = ContainerServers.ownedWriteDatabase();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void aLimitOfBodiesThatIsNoSize() {
        refused(
                side("jdbc/write")
                        .addAsResource(
                                new StringAsset("antiphon.service=notes\nantiphon.http.max-body=much\n"),
                                "META-INF/microprofile-config.properties"),
                "antiphon.http.max-body",
                "'much'",
                "4MiB");
    }
}
