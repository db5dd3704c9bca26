package dev.antiphon.it.container.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.it.container.OnPayaraMicro;
import dev.antiphon.it.container.TestWar;
import dev.antiphon.it.container.command.AppendNote;
import dev.antiphon.it.container.command.AppendNoteHandler;
import dev.antiphon.it.container.command.Note;
import dev.antiphon.it.container.command.NoteEvent;
import dev.antiphon.it.container.projector.CrateEvent;
import jakarta.annotation.Resource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.asset.ArchiveAsset;
import org.jboss.shrinkwrap.api.asset.Asset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** What stops the deployment of a command side or a projector, and what it says then; names classes that only those wars have. */
@OnPayaraMicro
class RefusedStartIT {

    @Resource(lookup = "jdbc/owner")
    DataSource owner;

    @Deployment
    static WebArchive war() {
        return TestWar.of("command-side", "antiphon-", "kafka-", "micrometer-", "prometheus-")
                .addClasses(RefusedStartIT.class, Deployer.class)
                .addAsResource(archive(side("jdbc/write")), "good.war")
                .addAsResource(archive(side("jdbc/write").addClasses(Forgotten.class, Kind.class)), "forgotten.war")
                .addAsResource(archive(side("jdbc/write").addClass(SecondHandler.class)), "twice.war")
                .addAsResource(archive(side("jdbc/owner")), "apart.war")
                .addAsResource(
                        archive(TestWar.of("projector")
                                .addClasses(NoBean.class, CrateEvent.class)
                                .addClasses(CrateEvent.class.getDeclaredClasses())),
                        "nobean.war")
                .addAsResource(
                        archive(side("jdbc/write")
                                .addAsResource(
                                        new StringAsset("antiphon.service=notes\nantiphon.http.max-body=much\n"),
                                        "META-INF/microprofile-config.properties")),
                        "limit.war");
    }

    private static Asset archive(WebArchive war) {
        return new ArchiveAsset(war, ZipExporter.class);
    }

    /** A command side whose aggregates are behind that data source. */
    private static WebArchive side(String dataSource) {
        return TestWar.of("command-side")
                .addClasses(Note.class, NoteEvent.class, AppendNote.class, AppendNoteHandler.class)
                .addClasses(NoteEvent.class.getDeclaredClasses())
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

    private static void refused(String name, String... words) throws Exception {
        var log = Deployer.deploy(name);
        assertThat(log).anySatisfy(line -> assertThat(line).contains(words));
        assertThat(Deployer.deployed()).doesNotContain(name);
    }

    private void good() throws Exception {
        Deployer.deploy("good");
        assertThat(Deployer.deployed()).contains("good");
        Deployer.undeploy("good");
    }

    @Test
    void aCommandThatNobodyHandles() throws Exception {
        refused("forgotten", "Command dev.antiphon.it.container.start.Forgotten has no handler", "CommandHandler");
    }

    @Test
    void aCommandThatTwoHandle() throws Exception {
        refused("twice", "command.AppendNote has two handlers", "start.SecondHandler", "command.AppendNoteHandler");
    }

    @Test
    void aProjectionThatIsNoBean() throws Exception {
        refused("nobean", "start.NoBean has @Projection but is no CDI bean", "@ApplicationScoped");
    }

    /** Rule S1. */
    @Test
    void aggregatesBehindAnotherDataSourceThanTheOutbox() throws Exception {
        refused("apart", "antiphon.write.datasource", "jta-data-source", "commit together");
    }

    /** Rule X2. */
    @Test
    void aTriggerOnATableThatCommandsWrite() throws Exception {
        execute("create function note_copied() returns trigger language plpgsql as 'begin return new; end'");
        try {
            execute("create trigger copy_note after insert on note for each row execute function note_copied()");
            refused("good", "'copy_note' on table note", "rule X2");
            execute("drop trigger copy_note on note");

            execute("create trigger stamp before update on antiphon.lane execute function note_copied()");
            refused("good", "'stamp' on table antiphon.lane");
            execute("drop trigger stamp on antiphon.lane");

            execute(
                    "create constraint trigger allowed after insert on note for each row execute function note_copied()");
            good();
        } finally {
            execute("drop function note_copied cascade");
        }
    }

    private void execute(String sql) throws SQLException {
        try (var connection = owner.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void aLimitOfBodiesThatIsNoSize() throws Exception {
        refused("limit", "antiphon.http.max-body", "'much'", "4MiB");
    }
}
