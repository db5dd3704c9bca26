package dev.antiphon.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.antiphon.dev.postgres.Login;
import dev.antiphon.it.Topics;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** Events become rows, once and in order, whatever is delivered. */
class ProjectionsIT extends OrdersContract {

    /** Running sums: counted at confirmation, reversed at cancellation, a return negative. */
    @Test
    void sumsCountFromConfirmationToCancellation() {
        var customer = newId();
        var day = "1999-03-" + (10 + (int) (Math.random() * 18));
        var first = newId();
        var second = newId();
        var back = newId();
        place(first, "SALE", customer, day, line("A", 2, "10.00"));
        place(second, "SALE", customer, day, line("A", 1, "5.01"));
        place(back, "RETURN", customer, day, line("A", 1, "3.00"));
        assertThat(sums(customer, day)).isEqualTo("0 0 0 / 0 0 0");

        send(first, "confirm");
        send(second, "confirm");
        send(back, "confirm");
        await().atMost(SOON).untilAsserted(() -> assertThat(sums(customer, day)).isEqualTo("2201 2 1 / 2201 2 1"));

        send(second, "cancel");
        await().atMost(SOON).untilAsserted(() -> assertThat(sums(customer, day)).isEqualTo("1700 1 1 / 1700 1 1"));

        send(first, "ship");
        send(back, "cancel");
        await().atMost(SOON).untilAsserted(() -> assertThat(sums(customer, day)).isEqualTo("2000 1 0 / 2000 1 0"));
    }

    private static String sums(String customer, String day) {
        return sum("/read/customers/" + customer + "/spend") + " / "
                + sum("/read/daily-sales?from=" + day + "&to=" + day);
    }

    private static String sum(String path) {
        var row = http.get(path).json().path(0);
        return row.path("amountMinor").asLong() + " " + row.path("saleCount").asLong() + " "
                + row.path("returnCount").asLong();
    }

    /** Rule S2: the same record delivered twice changes nothing, for upserts and for sums. */
    @Test
    void recordsDeliveredTwiceChangeNothing() throws SQLException {
        var id = newId();
        place(id, "SALE", "1", "2011-12-24", line("A", 1, "1"));
        send(id, "confirm");
        send(id, "ship");
        assertThat(http.get("/read/orders/" + id + "/summary?minVersion=3").status())
                .isEqualTo(200);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(sum("/read/daily-sales?from=2011-12-24&to=2011-12-24"))
                        .isEqualTo("100 1 0"));
        var before = readTables();

        for (var topic : new String[] {"shop.orders.order", "shop.orders.product"}) {
            sendAgain(topic);
        }
        var marker = newId();
        place(marker, "SALE", "marker", "1990-01-01", line("A", 1, "1"));
        send(marker, "confirm");
        send(marker, "cancel");
        assertThat(http.get("/read/orders/" + marker + "/summary?minVersion=3").status())
                .isEqualTo(200);
        await().atMost(SOON).until(ProjectionsIT::everythingIsRead);

        assertThat(readTables()).isEqualTo(before);
    }

    private static void sendAgain(String topic) {
        Map<String, Object> properties = Map.of("bootstrap.servers", kafka().bootstrapServers());
        try (var producer = new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer())) {
            for (var record : Topics.read(kafka().bootstrapServers(), topic)) {
                producer.send(new ProducerRecord<>(
                        topic, record.partition(), record.key(), record.value(), record.headers()));
            }
        }
    }

    /** Whether every projection's position in the read database has reached the end of its topic. */
    private static boolean everythingIsRead() throws SQLException {
        for (var topic : new String[] {"shop.orders.order", "shop.orders.product"}) {
            var records = Topics.read(kafka().bootstrapServers(), topic).size();
            var behind = read(
                    databases().roles().projector(),
                    "select count(*) from (select projection from antiphon.position where topic = '" + topic
                            + "' group by projection having sum(next_offset) < " + records + ") late");
            if (!behind.equals("0")) {
                return false;
            }
        }
        return true;
    }

    private static String readTables() throws SQLException {
        return read(databases().roles().projector(), """
                select (select coalesce(string_agg(o::text, E'\\n' order by order_id), '') from order_summary o
                         where customer_id <> 'marker')
                    || (select coalesce(string_agg(p::text, E'\\n' order by product_id), '') from product_summary p)
                    || (select coalesce(string_agg(c::text, E'\\n' order by customer_id, currency), '') from customer_spend c)
                    || (select coalesce(string_agg(d::text, E'\\n' order by day, currency), '') from daily_sales d)
                """);
    }

    private static String read(Login login, String sql) throws SQLException {
        try (var connection = services().connect(databases().readUrl(), login);
                var result = connection.createStatement().executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    /** The projector compares its tables with the write store by itself. */
    @Test
    void aRowThatDiffersFromTheWriteStoreIsAMetric() throws SQLException {
        var id = newId();
        place(id, "SALE", "verified", "1991-01-01", line("A", 1, "1"));
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(http.get("/read/orders/" + id + "/summary?minVersion=1")
                                .status())
                        .isEqualTo(200));
        await().atMost(SOON).until(() -> wrongSummaries() >= 0);
        var before = wrongSummaries();

        var projector = databases().roles().projector();
        var change = "update order_summary set total_minor = total_minor %s 1 where order_id = '" + id
                + "' returning order_id";
        read(projector, change.formatted("+"));
        await().atMost(SOON).until(() -> wrongSummaries() == before + 1);
        read(projector, change.formatted("-"));
        await().atMost(SOON).until(() -> wrongSummaries() == before);
    }

    /** As the last verification has found; -1 before the first. */
    private static double wrongSummaries() {
        return http.get("/projector/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("antiphon_projection_drift{"))
                .filter(line -> line.contains("kind=\"wrong\"") && line.contains("projection=\"order_summary\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .findFirst()
                .orElse(-1);
    }

    /** Rule X1 and the query side's promise, by the rights of the database. */
    @Test
    void eachSideHasTheRightsItNeedsAndNoMore() throws SQLException {
        var roles = databases().roles();
        assertThatThrownBy(() -> read(roles.command(), "select count(*)::text from order_summary"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("permission denied");
        assertThat(read(roles.query(), "select count(*)::text from order_summary"))
                .isNotEmpty();
        assertThatThrownBy(() -> read(roles.query(), "delete from order_summary returning 'gone'"))
                .hasMessageContaining("permission denied");
        assertThatThrownBy(() -> read(roles.query(), "delete from antiphon.watermark returning 'gone'"))
                .hasMessageContaining("permission denied");
        assertThatThrownBy(() -> read(roles.projector(), "create table mine (id int)"))
                .hasMessageContaining("permission denied");
    }

    /** Rule X2: no trigger of a user's in either database. */
    @Test
    void noTriggerSynchronisesAnything() throws SQLException {
        var owner = databases().roles().owner();
        for (var url : new String[] {databases().writeUrl(), databases().readUrl()}) {
            try (var connection = services().connect(url, owner);
                    var result = connection
                            .createStatement()
                            .executeQuery("select count(*) from pg_trigger where not tgisinternal")) {
                result.next();
                assertThat(result.getInt(1)).isZero();
            }
        }
    }

    @Test
    void ordersAreListedByStatusCustomerAndDays() {
        var customer = "l-" + newId();
        var ids = Stream.generate(OrdersContract::newId).limit(4).toList();
        for (var i = 0; i < ids.size(); i++) {
            place(ids.get(i), "SALE", customer, "2012-02-0" + (i + 1), line("A", 4 - i, "1"));
        }
        send(ids.get(3), "cancel");
        assertThat(http.get("/read/orders/" + ids.get(3) + "/summary?minVersion=2")
                        .status())
                .isEqualTo(200);
        var list = "/read/orders?customer=" + customer;
        await().atMost(SOON).untilAsserted(() -> assertThat(listed(list)).hasSize(4));

        assertThat(listed(list)).containsExactly(ids.get(3), ids.get(2), ids.get(1), ids.get(0));
        assertThat(listed(list + "&sort=-totalMinor")).containsExactlyElementsOf(ids);
        assertThat(listed(list + "&status=CANCELLED")).containsExactly(ids.get(3));
        assertThat(listed(list + "&from=2012-02-02&to=2012-02-03&sort=orderedAt"))
                .containsExactly(ids.get(1), ids.get(2));
        assertThat(listed(list + "&status=PLACED&from=2012-02-02")).containsExactly(ids.get(2), ids.get(1));
        assertThat(listed(list + "&from=0001-01-01&to=9999-12-31&limit=500")).hasSize(4);
    }

    private static List<String> listed(String path) {
        var answer = http.get(path);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json().findValuesAsText("orderId");
    }
}
