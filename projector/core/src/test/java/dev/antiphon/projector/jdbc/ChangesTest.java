package dev.antiphon.projector.jdbc;

import static dev.antiphon.projector.fixture.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.projector.fixture.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChangesTest {

    @BeforeEach
    void clear() {
        TestDatabase.clear();
    }

    private static int forget(int limit) throws SQLException {
        try (var connection = TestDatabase.asProjector().getConnection()) {
            return Changes.forget(connection, Duration.ofHours(1), limit);
        }
    }

    @Test
    void forgetsTheOldOnesSomeAtATimeAndTellsHowFar() throws SQLException {
        TestDatabase.run(
                TestDatabase.dataSource(),
                "insert into antiphon.change (projection, aggregate_id, aggregate_version, event_type, changed_at)"
                        + " select 'ticket', '1', v, 'ticket.raised', now() - (10 - v) * interval '10 minutes'"
                        + " from generate_series(1, 10) v");

        assertThat(forget(3)).isEqualTo(3);
        assertThat(rows("select forgotten_to from antiphon.change_horizon")).containsExactly("3");
        assertThat(forget(3)).isEqualTo(1);
        assertThat(forget(3)).isZero();
        assertThat(rows("select forgotten_to from antiphon.change_horizon")).containsExactly("4");
        assertThat(rows("select min(id) from antiphon.change")).containsExactly("5");
    }
}
