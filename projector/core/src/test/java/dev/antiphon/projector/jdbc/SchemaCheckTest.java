package dev.antiphon.projector.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.antiphon.projector.InvalidProjectionException;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.fixture.TestDatabase;
import dev.antiphon.projector.fixture.Tickets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchemaCheckTest {

    private final List<ProjectionDefinition> projections = List.of(ProjectionDefinition.of(new Tickets()));

    @Test
    void asksForTheReadTablesWithRightsAndNamesTheCommand() throws Exception {
        SchemaCheck.check(TestDatabase.asProjector(), projections);
        try {
            TestDatabase.run(TestDatabase.dataSource(), "revoke update on ticket from test_projector");
            assertThatExceptionOfType(InvalidProjectionException.class)
                    .isThrownBy(() -> SchemaCheck.check(TestDatabase.asProjector(), projections))
                    .withMessageContaining("table ticket of projection 'ticket'")
                    .withMessageContaining("antiphon migrate")
                    .satisfies(e -> assertThat(e.getMessage()).doesNotContain("watermark"));
        } finally {
            TestDatabase.run(TestDatabase.dataSource(), "grant update on ticket to test_projector");
        }
    }

    @Test
    void asksForTheTablesOfTheFramework() throws Exception {
        try {
            TestDatabase.run(
                    TestDatabase.dataSource(), "alter table antiphon.watermark rename column applied_at to gone");
            assertThatExceptionOfType(InvalidProjectionException.class)
                    .isThrownBy(() -> SchemaCheck.check(TestDatabase.dataSource(), projections))
                    .withMessageContaining("column antiphon.watermark.applied_at");
        } finally {
            TestDatabase.run(
                    TestDatabase.dataSource(), "alter table antiphon.watermark rename column gone to applied_at");
        }
    }
}
