package dev.antiphon.it.contract;

import static dev.antiphon.it.Topics.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.antiphon.it.Topics;
import dev.antiphon.projector.letters.DeadLetters;
import dev.antiphon.projector.letters.RedriveRequests;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** What a projection cannot apply is kept, in order, and comes back. */
class DeadLettersIT extends OrdersContract {

    private static final String PROJECTION = "order_summary";

    /** Rules E5, E9: a row that is in the way makes the first event of one order fail; the others flow on. */
    @Test
    void anOrderThatCannotBeAppliedIsParkedAloneAndRedrivenInOrder() throws Exception {
        var id = newId();
        var letters = new DeadLetters(services().readDatabase());
        asOwner("insert into order_summary values ('%s', 'SALE', 'PLACED', 'nobody', 'GBP', 0, 0, 0, now(), 0, now())"
                .formatted(id));

        place(id, "SALE", "d-" + id, "2010-12-01", line("A", 1, "1"));
        send(id, "confirm");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(letters.count(PROJECTION, id))
                        .as("letters of " + id)
                        .isEqualTo(2));
        var other = newId();
        place(other, "SALE", "d-" + id, "2010-12-01", line("A", 1, "1"));
        assertThat(http.get("/read/orders/" + other + "/summary?minVersion=1").status())
                .isEqualTo(200);
        send(id, "ship");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(letters.count(PROJECTION, id)).isEqualTo(3));
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(
                                Topics.read(kafka().bootstrapServers(), "shop.orders.order.dlq").stream()
                                        .filter(each -> each.key().equals(id))
                                        .map(each -> header(each, "Event-Type")))
                        .containsExactly("order.placed", "order.confirmed", "order.shipped"));
        assertThat(http.get("/projector/metrics").body()).contains("antiphon_projection_parked");

        asOwner("delete from order_summary where order_id = '" + id + "'");
        var requests = new RedriveRequests(services().readDatabase());
        var request = requests.add(PROJECTION, id);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(requests.find(request))
                        .hasValueSatisfying(each -> assertThat(each.finished()).isTrue()));

        var summary = http.get("/read/orders/" + id + "/summary?minVersion=3");
        assertThat(summary.status()).as(summary.body()).isEqualTo(200);
        assertThat(summary.json().path("status").asText()).isEqualTo("SHIPPED");
        assertThat(letters.count(PROJECTION, id)).isZero();
        assertThat(letters.parkedOf(PROJECTION, "", 100)).doesNotContain(id);
    }

    private static void asOwner(String sql) throws SQLException {
        try (var connection = services()
                        .connect(databases().readUrl(), databases().roles().owner());
                var statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(sql)).isEqualTo(1);
        }
    }
}
