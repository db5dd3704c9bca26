package dev.antiphon.events.ee.health;

import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;

/** Whether a database answers. */
public final class DataSourceHealth {

    private static final int SECONDS = 2;

    private DataSourceHealth() {}

    /** Takes a connection and asks it whether it is alive. */
    public static HealthCheck.Result check(String name, DataSource dataSource) {
        try (var connection = dataSource.getConnection()) {
            return new HealthCheck.Result(name, connection.isValid(SECONDS), Map.of());
        } catch (SQLException e) {
            return new HealthCheck.Result(name, false, Map.of("error", "The database does not answer"));
        }
    }
}
