package dev.antiphon.it.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rule S3, with everything running. */
class RebuildIT {

    private static final int INVOICES = 3_000;

    private Shop shop;
    private Path file;

    @BeforeEach
    void open() throws IOException {
        shop = Shop.open();
        file = shop.madeUp(INVOICES);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private int count(String sql) throws SQLException {
        return Integer.parseInt(shop.read(sql).get(0));
    }

    private int rebuilt() throws SQLException {
        return count("select coalesce(min(applied), 0) from antiphon.rebuild where projection in"
                + " ('customer_spend', 'daily_sales', 'order_summary')");
    }

    private void rebuilt(int atLeast) {
        await().atMost(Duration.ofMinutes(2)).until(() -> rebuilt() >= atLeast);
    }

    private void readModelIsComplete() throws IOException, SQLException {
        shop.awaitReadModel(file);
        assertThat(shop.read("select count(*) from antiphon.parked_aggregate")).containsExactly("0");
    }

    /** The read model is lost in the middle of an import; the rebuild is killed, stopped, and killed again. */
    @Test
    void aLostReadModelIsFilledWhileOrdersComeIn() throws Exception {
        try (var importer = shop.importing(file)) {
            await().atMost(Duration.ofMinutes(2)).until(() -> count("select count(*) from order_summary") > 600);
            shop.loseTheReadModel();
            try (var killed = shop.rebuilding("--page", "50", "--rate", "100")) {
                rebuilt(50);
                killed.kill();
            }
            var before = rebuilt();
            try (var stopped = shop.rebuilding("--page", "10", "--rate", "20")) {
                rebuilt(before + 20);
                try (var stop = shop.rebuilding("--stop")) {
                    assertThat(stop.await(1)).contains("order_summary stops after its page.");
                }
                assertThat(stopped.exitCode(1)).isEqualTo(3);
                assertThat(stopped.output()).contains("order_summary: stopped behind '", "run it again to go on");
            }
            try (var last = shop.rebuilding("--once", "--page", "50", "--rate", "500", "--json")) {
                assertThat(last.await(3).lines().map(line -> line.replaceFirst(",\"startedAt.*", "")))
                        .containsExactlyInAnyOrder(
                                "{\"projection\":\"customer_spend\",\"complete\":true",
                                "{\"projection\":\"daily_sales\",\"complete\":true",
                                "{\"projection\":\"order_summary\",\"complete\":true",
                                "{\"projection\":\"product_summary\",\"complete\":true");
            }
            importer.await(5);
        }
        readModelIsComplete();
        onceLeavesAloneWhatIsComplete();
    }

    private void onceLeavesAloneWhatIsComplete() throws Exception {
        var ended = "select projection, started_at, finished_at from antiphon.rebuild order by projection";
        var before = shop.read(ended);
        try (var again = shop.rebuilding("--once")) {
            assertThat(again.await(1).lines())
                    .hasSize(before.size())
                    .allMatch(line -> line.contains(": complete since "));
        }
        assertThat(shop.read(ended)).hasSize(4).isEqualTo(before);
    }
}
