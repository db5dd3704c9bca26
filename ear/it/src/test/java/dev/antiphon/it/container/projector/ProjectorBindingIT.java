package dev.antiphon.it.container.projector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.antiphon.it.container.OnServer;
import dev.antiphon.it.container.TestWar;
import dev.antiphon.it.container.projector.CrateEvent.CratePacked;
import dev.antiphon.it.container.projector.CrateEvent.CrateSealed;
import dev.antiphon.it.container.projector.CrateEvent.CrateWeighed;
import dev.antiphon.it.container.projector.Sender.Sent;
import dev.antiphon.projector.ee.ProjectionsHealth;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.awaitility.core.ConditionFactory;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The binding of the projector inside the server: projections that are beans, on threads and pools of the container. */
@OnServer
class ProjectorBindingIT {

    @Inject
    ProjectionsHealth health;

    @Inject
    Rendezvous rendezvous;

    @Inject
    Witness witness;

    private Sender sender;

    @Deployment
    static WebArchive war() {
        return TestWar.of("projector")
                .addPackage(ProjectorBindingIT.class.getPackage())
                .addAsResource(
                        "container/projector/microprofile-config.properties",
                        "META-INF/microprofile-config.properties");
    }

    @BeforeEach
    void openSender() {
        sender = new Sender(System.getenv("ANTIPHON_KAFKA_BOOTSTRAP_SERVERS"));
    }

    @AfterEach
    void closeSender() {
        sender.close();
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(60));
    }

    /** The columns of the only row as one text; empty if there is none. */
    private String row(String sql, Object... parameters) {
        try (var connection = TestWar.dataSource("jdbc/read").getConnection();
                var statement = connection.prepareStatement(sql)) {
            for (var i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (var result = statement.executeQuery()) {
                return result.next() ? result.getString(1) : "";
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void execute(String sql, String parameter) throws SQLException {
        try (var connection = TestWar.dataSource("jdbc/read").getConnection();
                var statement = connection.prepareStatement(sql)) {
            statement.setString(1, parameter);
            statement.executeUpdate();
        }
    }

    private String content(String crateId) {
        return row("select articles || ' at ' || version from crate_content where crate_id = ?", crateId);
    }

    private String label(String crateId) {
        return row("select text || ' at ' || version from crate_label where crate_id = ?", crateId);
    }

    private String watermark(String projection, String crateId) {
        return row(
                "select aggregate_version::text from antiphon.watermark where projection = ? and aggregate_id = ?",
                projection,
                crateId);
    }

    private String processed(Sent sent) {
        return row("select consumer from antiphon.processed_event where event_id = ?", sent.eventId());
    }

    /** Rule S2: whoever looks sees row, watermark, processed events and position of one and the same moment. */
    @Test
    void effectDeduplicationWatermarkAndPositionAreOfOneState() {
        var events = 60;
        var sent = new ArrayList<Sent>();
        var seen = new ArrayList<String>();
        var snapshot = """
                select c.version || ' ' || w.aggregate_version || ' ' || p.next_offset || ' '
                       || (select count(*) from antiphon.processed_event e
                            where e.consumer = 'crate_content' and e.event_id = any(string_to_array(?, ',')))
                  from crate_content c, antiphon.watermark w, antiphon.position p
                 where c.crate_id = 'state' and w.projection = 'crate_content' and w.aggregate_id = c.crate_id
                   and p.projection = w.projection and p.partition = 2""";
        for (var version = 1; version <= events; version++) {
            sent.add(sender.send(2, version, "state", new CratePacked("state", 1)));
            seen.add(row(snapshot, ids(sent)));
        }
        soon().until(() -> {
            seen.add(row(snapshot, ids(sent)));
            return content("state").equals(events + " at " + events);
        });
        seen.add(row(snapshot, ids(sent)));

        assertThat(seen).last().asString().startsWith(events + " ");
        assertThat(seen).filteredOn(each -> !each.isEmpty()).allSatisfy(each -> {
            var version = Integer.parseInt(each.substring(0, each.indexOf(' ')));
            var offset = sent.get(version - 1).offset();
            assertThat(each).isEqualTo(version + " " + version + " " + (offset + 1) + " " + version);
        });
    }

    private static String ids(List<Sent> sent) {
        return String.join(",", sent.stream().map(Sent::eventId).toList());
    }

    /** Rule S2, in both strategies. */
    @Test
    void whatIsDeliveredTwiceCountsOnce() {
        var first = sender.send(0, 1, "twice", new CratePacked("twice", 5));
        var second = sender.send(0, 2, "twice", new CratePacked("twice", 7));
        sender.sendAgain(first);
        sender.sendAgain(second);
        sender.sendAgain(first);
        sender.send(0, 3, "twice", new CratePacked("twice", 1));

        soon().until(() -> content("twice").endsWith("at 3") && label("twice").endsWith("at 3"));
        assertThat(content("twice")).isEqualTo("13 at 3");
        assertThat(label("twice")).isEqualTo("+1 at 3");
        assertThat(processed(first)).isEqualTo("crate_content");
    }

    /** Rules S2 and E6. */
    @Test
    void anEventThatNobodyHandlesMovesTheWatermarkAlone() {
        sender.send(0, 1, "weighed", new CratePacked("weighed", 5));
        var weighed = sender.send(0, 2, "weighed", new CrateWeighed("weighed", 900));

        soon().until(() -> watermark("crate_content", "weighed").equals("2")
                && watermark("crate_label", "weighed").equals("2")
                && watermark("crate_seal", "weighed").equals("2"));
        assertThat(content("weighed")).isEqualTo("5 at 1");
        assertThat(processed(weighed)).isEmpty();
    }

    /** Rules S2, E4, E5 and E9. */
    @Test
    void anEventThatFailsForEverParksItsAggregateAlone() throws SQLException {
        execute("insert into crate_fault values (?)", "stuck");
        var stuck = sender.send(0, 1, "stuck", new CratePacked("stuck", 5));
        sender.send(0, 2, "stuck", new CratePacked("stuck", 6));
        sender.send(0, 1, "behind", new CratePacked("behind", 7));
        sender.send(1, 1, "beside", new CratePacked("beside", 8));

        soon().until(() ->
                content("beside").equals("8 at 1") && content("behind").equals("7 at 1"));
        soon().until(() -> letters("stuck").equals("1 handler, 2 follows"));
        assertThat(row("select reason from antiphon.parked_aggregate where aggregate_id = ?", "stuck"))
                .contains("Crate stuck cannot be opened");
        assertThat(content("stuck") + watermark("crate_content", "stuck") + processed(stuck))
                .isEmpty();
        assertThat(label("stuck")).isEqualTo("+6 at 2");
        soon().until(() -> health.check().up());

        execute("delete from crate_fault where crate_id = ?", "stuck");
        sender.send(0, 3, "stuck", new CratePacked("stuck", 1));
        soon().until(() -> letters("stuck").equals("1 handler, 2 follows, 3 follows"));
        execute("insert into antiphon.redrive_request (projection, aggregate_id) values ('crate_content', ?)", "stuck");
        soon().until(() -> content("stuck").equals("12 at 3"));
        soon().until(() -> letters("stuck").isEmpty());
        assertThat(processed(stuck)).isEqualTo("crate_content");
        sender.send(0, 4, "stuck", new CratePacked("stuck", 1));
        soon().until(() -> content("stuck").equals("13 at 4"));
    }

    private String letters(String crateId) {
        return row("""
                select coalesce(string_agg(aggregate_version || ' ' || kind, ', ' order by sort_version), '')
                  from antiphon.dead_letter where projection = 'crate_content' and aggregate_id = ?""", crateId);
    }

    @Test
    void allProjectionsRunAtTheSameTime() {
        sender.send(0, 1, Rendezvous.CRATE, new CratePacked(Rendezvous.CRATE, 1));
        sender.send(0, 2, Rendezvous.CRATE, new CrateSealed(Rendezvous.CRATE));

        soon().until(() -> content(Rendezvous.CRATE).equals("1 at 2")
                && label(Rendezvous.CRATE).equals("sealed at 2")
                && watermark("crate_seal", Rendezvous.CRATE).equals("2"));
        assertThat(rendezvous.together()).hasSize(3);
    }

    @Test
    void eventsAreAppliedOutsideOfJtaUnderTheClassLoaderOfTheWar() {
        sender.send(0, 1, "seen", new CratePacked("seen", 1));
        soon().until(() -> content("seen").equals("1 at 1"));

        assertThat(witness.sightings())
                .extracting(Witness.Sighting::where)
                .contains(
                        "before handler", "after handler", "AFTER_EFFECT_BEFORE_COMMIT", "AFTER_COMMIT_BEFORE_OFFSET");
        assertThat(witness.sightings()).allSatisfy(each -> {
            assertThat(each.transactionStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
            // Some servers put a loader of their own before that of the war.
            assertThat(each.contextLoader().loadClass(ProjectorBindingIT.class.getName()))
                    .isSameAs(ProjectorBindingIT.class);
        });
    }

    @Test
    void librariesAreThoseOfTheWarAndNotThoseOfTheServer() {
        for (var type :
                List.of(ObjectMapper.class, LoggerFactory.class, KafkaProducer.class, PrometheusMeterRegistry.class)) {
            assertThat(type.getClassLoader()).as(type.getName()).isSameAs(ProjectorBindingIT.class.getClassLoader());
        }
    }
}
