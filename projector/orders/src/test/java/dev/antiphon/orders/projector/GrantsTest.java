package dev.antiphon.orders.projector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.jdbc.SchemaCheck;
import dev.antiphon.projector.testkit.TestReadDatabase;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrantsTest {

    @Test
    void letTheProjectorWork() throws SQLException {
        SchemaCheck.check(
                Orders.READ.as(TestReadDatabase.PROJECTOR),
                List.of(
                        ProjectionDefinition.of(new OrderSummaryProjection()),
                        ProjectionDefinition.of(new ProductSummaryProjection()),
                        ProjectionDefinition.of(new CustomerSpendProjection()),
                        ProjectionDefinition.of(new DailySalesProjection())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"order_summary", "product_summary", "customer_spend", "daily_sales", "antiphon.watermark"})
    void letTheQuerySideReadAndNothingElse(String table) throws SQLException {
        try (var connection = Orders.READ.as(TestReadDatabase.QUERY).getConnection();
                var statement = connection.createStatement()) {
            assertThat(statement.execute("select * from " + table)).isTrue();
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> statement.execute("delete from " + table))
                    .withMessageContaining("permission denied");
        }
    }
}
