package dev.antiphon.orders.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;

/** Passes everything on, and can say how the database carried out the last statement. For one thread. */
final class ExplainedDataSource {

    private final DataSource target;
    private final Map<Integer, Object> values = new TreeMap<>();
    private String sql = "";

    ExplainedDataSource(DataSource target) {
        this.target = target;
    }

    DataSource dataSource() {
        return proxy(DataSource.class, target);
    }

    String sql() {
        return sql;
    }

    /** The plan of the last statement with its values, and what it came to. */
    JsonNode plan() throws SQLException, IOException {
        try (var connection = target.getConnection();
                var statement = connection.prepareStatement("explain (analyze, format json) " + sql)) {
            for (var value : values.entrySet()) {
                statement.setObject(value.getKey(), value.getValue());
            }
            try (var result = statement.executeQuery()) {
                result.next();
                return new ObjectMapper().readTree(result.getString(1)).path(0).path("Plan");
            }
        }
    }

    private <T> T proxy(Class<T> type, T inner) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
            switch (method.getName()) {
                case "prepareStatement" -> {
                    sql = (String) given[0];
                    values.clear();
                }
                case "setObject" -> values.put((Integer) given[0], given[1]);
                default -> {}
            }
            try {
                var answer = method.invoke(inner, given);
                if (answer instanceof Connection connection && type == DataSource.class) {
                    connection.setAutoCommit(false); // as in a transaction, so that the statement stands alone
                    return proxy(Connection.class, connection);
                }
                return answer instanceof PreparedStatement statement && type == Connection.class
                        ? proxy(PreparedStatement.class, statement)
                        : answer;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }
}
