package dev.antiphon.projector.versions;

import static dev.antiphon.projector.fixture.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.antiphon.projector.InvalidProjectionException;
import dev.antiphon.projector.fixture.TestDatabase;
import dev.antiphon.projector.jdbc.ProjectionVersions;
import dev.antiphon.projector.jdbc.SchemaCheck;
import dev.antiphon.projector.operation.Projections;
import dev.antiphon.projector.snapshots.ProjectionLocks;
import dev.antiphon.projector.spi.Failure;
import dev.antiphon.projector.spi.FaultPoint;
import dev.antiphon.projector.spi.Outcome;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is dropped is gone, and does no harm to what is not. */
@Timeout(60)
class VersionDropTest {

    private VersionedTickets tickets;

    @BeforeEach
    void secondVersionIsActive() throws SQLException {
        tickets = VersionedTickets.beside();
        tickets.raise("a", 1, 10);
        switchTo(2);
    }

    @AfterEach
    void end() {
        VersionedTickets.end();
    }

    private static void switchTo(int version) throws SQLException {
        new VersionSwitch(TestDatabase.dataSource(), SwitchSettings.defaults(), FaultPoint.NONE).run("ticket", version);
    }

    private static List<String> drop(int version) throws SQLException {
        return new VersionDrop(TestDatabase.dataSource()).run("ticket", version);
    }

    private static void refused(int version, String reason) {
        assertThatExceptionOfType(VersionException.class)
                .isThrownBy(() -> drop(version))
                .withMessageContaining(reason);
    }

    @Test
    void nothingOfItIsLeftButItsLettersInTheAudit() throws SQLException {
        assertThat(tickets.first.garble("b", 1)).isInstanceOf(Outcome.DeadLettered.class);
        tickets.second.raise("b", 1, 1);
        TestDatabase.run(
                TestDatabase.dataSource(),
                "insert into antiphon.rebuild (projection, finished_at) values ('ticket', now()), ('ticket-v2', now())",
                "insert into antiphon.verification values ('ticket', now(), 1, 0, 0, 0, 0, 0, 0),"
                        + " ('ticket-v2', now(), 1, 0, 0, 0, 0, 0, 0)");

        assertThat(drop(1)).containsExactly("ticket_v1.ticket");

        assertThat(rows("select nspname from pg_namespace where nspname = 'ticket_v1'"))
                .isEmpty();
        assertThat(rows("""
                select projection from antiphon.position union all
                select projection from antiphon.watermark union all select consumer from antiphon.processed_event union all
                select projection from antiphon.dead_letter union all select projection from antiphon.parked_aggregate
                union all select projection from antiphon.rebuild
                union all select projection from antiphon.verification""")).isNotEmpty().containsOnly("ticket-v2");
        assertThat(rows("select distinct projection from antiphon.change order by 1"))
                .containsExactly("ticket", "ticket-v2");
        assertThat(rows("select action, projection, aggregate_id, reason from antiphon.dead_letter_audit"))
                .containsExactly("discarded|ticket|b|its version of the projection was dropped");
        assertThat(new Projections(TestDatabase.asProjector()).list())
                .extracting(each -> each.projection())
                .containsExactly("ticket-v2");
        refused(1, "There is no version 1");
    }

    @Test
    void whatStillRunsWithItStandsStillAndHarmsNobody() throws SQLException {
        drop(1);
        var outcome = tickets.first.raise("a", 2, 99);

        assertThat(((Outcome.Postponed) outcome).failure().kind()).isEqualTo(Failure.Kind.PAUSED);
        assertThat(rows("select id, doubled from ticket")).containsExactly("a|20");
        var projections = new Projections(TestDatabase.asProjector());
        assertThat(projections.pause("ticket").orElseThrow().reason()).contains("version 1 was dropped");
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> projections.resume("ticket"));
        assertThatExceptionOfType(InvalidProjectionException.class)
                .isThrownBy(() -> SchemaCheck.check(TestDatabase.asProjector(), List.of(tickets.first.definition)))
                .withMessageContaining("Version 1 of projection 'ticket' was dropped at")
                .withMessageContaining("undeploy this war");
        assertThatExceptionOfType(InvalidProjectionException.class)
                .isThrownBy(() -> ProjectionVersions.note(TestDatabase.asProjector(), tickets.first.definition));
        tickets.second.raise("a", 2, 11);
        assertThat(rows("select id, doubled from ticket")).containsExactly("a|22");
    }

    @Test
    void whatIsInUseIsNotDropped() throws SQLException {
        refused(2, "Readers look at version 2 of projection 'ticket'");
        refused(7, "There is no version 7");
        try (var locks = new ProjectionLocks(TestDatabase.asProjector())) {
            locks.take("ticket");
            refused(1, "is just being rebuilt or verified");
        }
        assertThat(rows("select count(*) from ticket_v1.ticket")).containsExactly("1");
    }
}
