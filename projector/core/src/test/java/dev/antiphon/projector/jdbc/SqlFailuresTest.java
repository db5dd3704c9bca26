package dev.antiphon.projector.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.SocketException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlFailuresTest {

    @ParameterizedTest
    @ValueSource(strings = {"08006", "40P01", "40001", "53300", "57P01", "55P03", "25006", "25P03"})
    void waitsForTheDatabase(String state) {
        assertThat(SqlFailures.isInfrastructure(new RuntimeException(new SQLException("x", state))))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"23505", "42P01", "22P02", "25P02"})
    void blamesTheStatement(String state) {
        assertThat(SqlFailures.isInfrastructure(new SQLException("x", state))).isFalse();
    }

    @Test
    void knowsTheExceptionsToo() {
        assertThat(SqlFailures.isInfrastructure(new SQLTransientConnectionException()))
                .isTrue();
        assertThat(SqlFailures.isInfrastructure(new RuntimeException(new SocketException())))
                .isTrue();
        assertThat(SqlFailures.isInfrastructure(new IllegalStateException())).isFalse();
    }
}
