package dev.antiphon.it.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.antiphon.dev.process.Progress;
import dev.antiphon.dev.server.PayaraMicro;
import dev.antiphon.it.Artifacts;
import dev.antiphon.it.Http;
import dev.antiphon.it.OneOrder;
import dev.antiphon.it.Operator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A projection is changed with everything running: old nodes, new ones, orders coming in, and those who read. */
class BlueGreenIT {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String OLD_WAR = Artifacts.war("projector").toString();

    private Shop shop;
    private Operator operator;
    private Path newWar;
    private PayaraMicro newNode;

    @BeforeEach
    void open() throws IOException {
        shop = Shop.open();
        operator = shop.operator();
        newWar = ChangedWar.in(shop.folder());
        newNode = shop.projectorNode(newWar);
    }

    @AfterEach
    void close() {
        newNode.close();
        operator.close();
        shop.close();
    }

    private String state(int version) {
        return operator.json("projections").stream()
                .filter(each -> each.path("name").asText().equals("order_summary"))
                .filter(each -> each.path("version").asInt() == version)
                .map(each -> each.path("state").asText())
                .findFirst()
                .orElse("none");
    }

    private void awaitState(int version, String state) {
        await().atMost(SOON).until(() -> state(version).equals(state));
    }

    private void switchTo(int version) {
        assertThat(operator.json("projections", "switch", "order_summary", "--to", "" + version))
                .singleElement()
                .extracting(each -> each.path("changed").asBoolean())
                .isEqualTo(true);
        assertThat(state(version)).isEqualTo("active");
    }

    private void refused(String reason, String... command) {
        var ending = operator.run(command);
        assertThat(ending.exitCode()).as(ending.toString()).isEqualTo(1);
        assertThat(ending.err()).contains(reason);
    }

    private void verify(String war) {
        var ending = operator.run("verify", "order_summary", "--war", war, "--json");
        assertThat(ending.exitCode()).as(ending.toString()).isZero();
    }

    private void anOrderIsReadByWhoPlacedIt(String id) {
        OneOrder.isReadByWhoPlacedIt(new Http(shop.application().uri("")), id);
    }

    private long orders() throws SQLException {
        return Long.parseLong(shop.read("select count(*) from order_summary").get(0));
    }

    private void readersReadOn(Readers readers) {
        var before = readers.reads();
        await().atMost(SOON).until(() -> readers.reads() > before + 20);
        assertThat(readers.complaints()).isEmpty();
    }

    @Test
    void aChangedProjectionIsFilledSwitchedToAndBackAndTheOldOneIsDropped() throws Exception {
        try (var trade = new Trade(shop)) {
            await().atMost(SOON).until(() -> orders() > 200);
            refused("There is no version 2", "projections", "switch", "order_summary", "--to", "2");
            refused(
                    "order_summary_v2. Missing there: order_summary.",
                    "rebuild",
                    "order_summary",
                    "--war",
                    newWar.toString());
            try (var sql = BlueGreenIT.class.getResourceAsStream("/shop/order_summary_v2.sql")) {
                shop.migrate(new String(sql.readAllBytes(), StandardCharsets.UTF_8));
            }
            newNode.start();
            newNode.awaitReady(Duration.ofMinutes(3), Progress.silent());
            operator.output("rebuild", "order_summary", "--war", newWar.toString(), "--page", "50", "--rate", "500");
            awaitState(2, "ready");
            assertThat(state(1)).isEqualTo("active");
            assertThat(operator.run("doctor", "--war", newWar.toString()).exitCode())
                    .isZero();

            try (var readers = new Readers(shop)) {
                aSwitchThatIsKilledHasChangedNothing();
                switchTo(2);
                readersReadOn(readers);
                assertThat(shop.read("select count(items_per_line) = count(*) from order_summary"))
                        .containsExactly("t");
                anOrderIsReadByWhoPlacedIt("switched");
                verify(OLD_WAR);
                verify(newWar.toString());

                switchTo(1);
                readersReadOn(readers);
                anOrderIsReadByWhoPlacedIt("back");
                verify(OLD_WAR);
                verify(newWar.toString());

                switchTo(2);
                anOrderIsReadByWhoPlacedIt("again");
                assertThat(state(1)).isEqualTo("old");
                refused("Readers look at version 2", "projections", "drop", "order_summary", "--version", "2", "--yes");
                assertThat(operator.run("projections", "drop", "order_summary", "--version", "1")
                                .exitCode())
                        .isEqualTo(2);
                operator.output("projections", "drop", "order_summary", "--version", "1", "--yes");
                readersReadOn(readers);
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(readers.told("again")).containsExactly(1L, 2L));
                assertThat(readers.told())
                        .hasSizeGreaterThan(20)
                        .allSatisfy((order, versions) ->
                                assertThat(versions).as(order).isSorted().doesNotHaveDuplicates());
                assertThat(readers.told("switched")).containsExactly(1L, 2L);
                assertThat(readers.told("back")).containsExactly(1L, 2L);
            }
            trade.end();
        }
        assertThat(operator.run("verify", "--war", newWar.toString()).exitCode())
                .isZero();
        assertThat(state(1)).isEqualTo("none");
        assertThat(shop.read("select nspname from pg_namespace where nspname = 'order_summary_v1'"))
                .isEmpty();
        assertThat(operator.json("dlq", "list")).isEmpty();
        assertThat(operator.json("lag", "order_summary-v2"))
                .extracting((JsonNode each) -> each.path("behind").asLong(0))
                .containsOnly(0L);
    }

    /** It waits for somebody who reads for long; then its process is killed. */
    private void aSwitchThatIsKilledHasChangedNothing() throws Exception {
        try (var reader = shop.reading("select count(*) from order_summary");
                var killed = shop.process(List.of("projections", "switch", "order_summary", "--to", "2"))) {
            await().atMost(SOON)
                    .until(() -> !shop.read(
                                    "select pid from pg_locks where mode = 'AccessExclusiveLock' and not granted"
                                            + " and relation = 'public.order_summary'::regclass")
                            .isEmpty());
            killed.kill();
        }
        await().atMost(SOON)
                .until(() -> shop.read(
                                "select pid from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock'")
                        .isEmpty());
        assertThat(state(1)).isEqualTo("active");
    }
}
