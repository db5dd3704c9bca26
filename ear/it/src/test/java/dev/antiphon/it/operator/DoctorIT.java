package dev.antiphon.it.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.it.AntiphonProcess;
import dev.antiphon.it.Artifacts;
import dev.antiphon.it.Operator;
import dev.antiphon.it.TestServers;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rules X1, X2, E1, E2 as an operator looks at them, around an application that keeps them and around one that does not. */
class DoctorIT {

    private static final String WAR = Artifacts.war("projector").toString();

    private TestServers servers;
    private Operator operator;

    @BeforeEach
    void start() {
        servers = TestServers.start();
        operator = new Operator(
                servers.folder().resolve("operator"),
                servers.databases(),
                servers.kafka().bootstrapServers());
    }

    @AfterEach
    void stop() {
        operator.close();
        servers.close();
    }

    private void asOwner(String url, String... statements) throws SQLException {
        try (var connection = servers.connect(url, servers.databases().roles().owner());
                var statement = connection.createStatement()) {
            for (var each : statements) {
                statement.execute(each);
            }
        }
    }

    @Test
    void theDoctorTellsWhatIsRightAndWhatIsNot() throws SQLException {
        assertThat(operator.run("topics", "--war", WAR).exitCode()).isEqualTo(1);
        assertThat(operator.json("topics", "create", "--war", WAR))
                .extracting(topic -> topic.path("topic").asText())
                .containsExactly(
                        "shop.orders.order", "shop.orders.order.dlq", "shop.orders.product", "shop.orders.product.dlq");
        assertThat(operator.json("topics", "create", "--war", WAR))
                .hasSize(4)
                .noneMatch(topic -> topic.path("created").asBoolean());
        assertThat(operator.json("topics", "--war", WAR))
                .hasSize(4)
                .allSatisfy(each -> assertThat(each.path("level").asText()).isEqualTo("ok"));
        assertThat(operator.json("doctor", "--war", WAR))
                .allSatisfy(each -> assertThat(each.path("level").asText()).isEqualTo("ok"))
                .extracting(each -> each.path("about").asText())
                .contains("settings", "databases", "schema", "grants", "triggers", "topics", "clocks");

        var databases = servers.databases();
        asOwner(
                databases.writeUrl(),
                "create function it_copy() returns trigger language plpgsql as 'begin return null; end'",
                "create trigger it_copy after insert on orders for each row execute function it_copy()");
        asOwner(databases.readUrl(), "grant insert on order_summary to antiphon_query", "drop table daily_sales_part");
        var ending = operator.run("doctor", "--war", WAR);
        assertThat(ending.exitCode()).isEqualTo(1);
        assertThat(ending.out())
                .containsPattern("wrong +grants +antiphon_query has rights .* order_summary \\(insert\\)")
                .containsPattern("wrong +triggers .*'it_copy' on table orders")
                .containsPattern("wrong +schema +the projector: .*daily_sales_part")
                .contains("3 wrong, 0 warnings");
    }

    private void jar(int exitCode, String says, String... arguments) throws IOException, InterruptedException {
        var environment =
                AntiphonProcess.environment(servers.databases(), servers.kafka().bootstrapServers());
        try (var command = AntiphonProcess.start(servers.folder(), environment, List.of(arguments))) {
            assertThat(command.exitCode(1)).as(command.output()).isEqualTo(exitCode);
            assertThat(command.output()).contains(says);
        }
    }

    /** In {@code target/antiphon} is all that each command needs, though the servers are not. */
    @Test
    void theJarNeedsNoCheckout() throws IOException, InterruptedException {
        jar(0, "Both databases are up to date.", "migrate");
        jar(0, "0 events", "outbox", "backlog");
        jar(0, "", "dlq", "list");
        jar(0, "", "projections", "list");
        jar(0, "outbox: ", "lag");
        jar(0, "shop.orders.order: ", "topics", "create", "--war", WAR);
        jar(1, "antiphon: There are no servers in this jar", "up");
    }
}
