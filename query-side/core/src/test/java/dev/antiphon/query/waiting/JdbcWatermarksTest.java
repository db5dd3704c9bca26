package dev.antiphon.query.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.query.ReadDatabase;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JdbcWatermarksTest {

    private final JdbcWatermarks watermarks = new JdbcWatermarks(ReadDatabase.empty(), Duration.ofSeconds(5));

    @Test
    void readsEachAggregateOfEachProjectionForItself() {
        ReadDatabase.run("""
                insert into antiphon.watermark (projection, aggregate_id, aggregate_version) values
                ('order_summary', '1', 4), ('order_summary-v2', '1', 2), ('order_summary', 'a,"b"', 7)""");
        var first = new AggregateKey("order_summary", "1");
        var rebuilt = new AggregateKey("order_summary-v2", "1");
        var odd = new AggregateKey("order_summary", "a,\"b\"");
        var unknown = new AggregateKey("order_summary", "2");

        assertThat(watermarks.read(Set.of(first, rebuilt, odd, unknown)))
                .isEqualTo(Map.of(first, 4L, rebuilt, 2L, odd, 7L));
    }

    @Test
    void readsThoseOfTheVersionThatReadersWereSwitchedTo() {
        ReadDatabase.run("""
                insert into antiphon.watermark (projection, aggregate_id, aggregate_version) values
                ('order_summary', '1', 4), ('order_summary-v2', '1', 5), ('product_summary', '1', 7)""");
        var order = new AggregateKey("order_summary", "1");
        var product = new AggregateKey("product_summary", "1");
        var both = Set.of(order, product);
        ReadDatabase.run("""
                insert into antiphon.projection_version values
                ('order_summary', 1, 'order_summary', true), ('order_summary', 2, 'order_summary-v2', false)""");

        assertThat(watermarks.read(both)).isEqualTo(Map.of(order, 4L, product, 7L));
        ReadDatabase.run("update antiphon.projection_version set active = not active");
        assertThat(watermarks.read(both)).isEqualTo(Map.of(order, 5L, product, 7L));
    }
}
