package dev.antiphon.projector.jdbc;

import static java.util.Collections.singletonList;
import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.events.jdbc.Columns;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.fixture.TestDatabase;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copied rows are what statements would have written, or none at all. */
class NewRowsTest {

    private static final List<String> COLUMNS =
            List.of("id", "t", "n", "amount", "ratio", "yes", "at", "day", "key", "strategy");

    private final NewRows newRows = new NewRows(TestDatabase.COPY);
    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = TestDatabase.dataSource().getConnection();
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
            statement.execute("set local time zone 'UTC'");
            statement.execute("""
                    create table everything (id int primary key, t text, n bigint, amount numeric, ratio float8, yes boolean,
                        at timestamptz, day date, key uuid, strategy text)""");
        }
    }

    @AfterEach
    void leaveNothing() throws SQLException {
        connection.rollback();
        connection.close();
    }

    private static @Nullable Object[] row(int id, @Nullable String text) {
        return new Object[] {
            id,
            text,
            Long.MIN_VALUE,
            new BigDecimal("1E+3"),
            0.1,
            true,
            Instant.parse("2026-10-25T00:59:59.123456789Z"),
            LocalDate.of(1, 2, 3),
            new UUID(1, 2),
            Strategy.VERSION_GUARD
        };
    }

    private static @Nullable Object[] nothing(int id) {
        var row = new Object[COLUMNS.size()];
        row[0] = id;
        return row;
    }

    private boolean copy(List<@Nullable Object[]> rows) throws SQLException {
        return newRows.insert(connection, "everything", COLUMNS, rows);
    }

    private List<String> stored(String order) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("select to_json(e) from everything e order by " + order)) {
            var all = new ArrayList<String>();
            while (rows.next()) {
                all.add(rows.getString(1));
            }
            return all;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\\N", "\\.", "a\tb\nc\rd\\e", "\"'`;--", "Ünï 😀 \u2028", "\b\f\u000b\u0001", " "})
    void eachValueIsWhatAStatementWouldHaveWritten(String text) throws SQLException {
        assertThat(copy(List.of(row(1, text), nothing(3)))).isTrue();
        try (var statement =
                connection.prepareStatement("insert into everything values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            Columns.bind(statement, 0, row(2, text));
            statement.executeUpdate();
        }
        try (var statement = connection.prepareStatement("insert into everything (id) values (4)")) {
            statement.executeUpdate();
        }
        var stored = stored("id").stream()
                .map(json -> json.replaceFirst("\\{\"id\":\\d,", ""))
                .toList();
        assertThat(stored.get(0)).isEqualTo(stored.get(1)).contains("2026-10-25T00:59:59.123457");
        assertThat(stored.get(2)).isEqualTo(stored.get(3));
    }

    @Test
    void aRowThatIsThereLeavesAllOfThemToStatements() throws SQLException {
        assertThat(copy(singletonList(row(1, "first")))).isTrue();
        assertThat(copy(List.of(row(2, "new"), row(1, "second")))).isFalse();
        assertThat(stored("id")).hasSize(1).first().asString().contains("first");
        assertThat(copy(singletonList(row(3, "new")))).as("not tried again").isFalse();
        assertThat(stored("id")).hasSize(1);
    }

    @Test
    void whatCopyCannotStoreIsLeftToStatements() throws SQLException {
        assertThat(copy(singletonList(row(1, "\u0000")))).isFalse();
        assertThat(stored("id")).isEmpty();
    }

    @Test
    void valuesOfOtherTypesAreLeftToStatementsAndCostTheOthersNothing() throws SQLException {
        assertThat(newRows.insert(
                        connection, "everything", List.of("id", "t"), singletonList(new Object[] {1, new byte[] {1}})))
                .isFalse();
        assertThat(copy(singletonList(row(1, "known")))).isTrue();
        assertThat(new NewRows(null).insert(connection, "everything", COLUMNS, singletonList(row(2, ""))))
                .isFalse();
    }

    @Test
    void aTimeWithAZoneIsThatMoment() throws SQLException {
        var time = OffsetDateTime.of(2026, 6, 1, 2, 0, 0, 0, ZoneOffset.ofHours(2));
        assertThat(newRows.insert(connection, "everything", List.of("id", "at"), singletonList(new Object[] {1, time})))
                .isTrue();
        assertThat(stored("id").get(0)).contains("2026-06-01T00:00:00+00:00");
    }
}
