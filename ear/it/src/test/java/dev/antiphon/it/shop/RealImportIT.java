package dev.antiphon.it.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.antiphon.it.Artifacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.logging.Logger;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/**
 * One year of a real shop, to the cent. The file (UCI Online Retail) does not belong to the project: {@code
 * -Dantiphon.online-retail=FILE} or the usual place beside it; without it the test is skipped.
 */
class RealImportIT {

    private static final Logger LOG = Logger.getLogger(RealImportIT.class.getName());

    private static final Path FILE = Path.of(System.getProperty(
            "antiphon.online-retail",
            Artifacts.project()
                    .resolve("../shared/data/online-retail/online-retail.csv.gz")
                    .toString()));

    @Test
    void theWholeFileAddsUpToTheCentAlsoWhenTheImporterIsKilledHalfWay()
            throws IOException, InterruptedException, SQLException {
        assumeTrue(Files.exists(FILE), () -> FILE + " is not here");
        try (var shop = Shop.open()) {
            try (var killed = shop.importing(FILE)) {
                await().atMost(Duration.ofMinutes(10)).until(() -> orders(shop) > 10_000);
                killed.kill();
            }

            var begin = Instant.now();
            var summary = finished(shop);
            assertThat(summary)
                    .containsPattern("Lines read +541,909 = 540,567 accepted \\+ 1,342 rejected")
                    .containsPattern("Invoices +25,900 = 24,562 accepted")
                    .containsPattern("Products +4,070 = 4,070 listed");

            await().atMost(Duration.ofMinutes(5)).until(() -> behind(shop).equals(List.of("0")));
            assertThat(shop.readModel()).containsExactlyInAnyOrderElementsOf(expected(shop));
            try (var verifying = shop.verifying()) {
                assertThat(verifying.await(5)).contains("order_summary: 24,562 aggregates, no difference");
            }
            LOG.info("Complete in the read model after %d s, peak memory of the server %d MB%n%s"
                    .formatted(
                            Duration.between(begin, Instant.now()).toSeconds(),
                            shop.application()
                                            .server()
                                            .orElseThrow()
                                            .peakMemory()
                                            .orElse(0)
                                    >> 20,
                            summary));
        }
    }

    private static String finished(Shop shop) throws IOException, InterruptedException {
        try (var importer = shop.importing(FILE)) {
            return importer.await(20);
        }
    }

    private static int orders(Shop shop) throws SQLException {
        return Integer.parseInt(shop.write("select count(*) from orders").get(0));
    }

    private static List<String> expected(Shop shop) throws IOException, SQLException {
        try (var csv = new GZIPInputStream(Files.newInputStream(FILE))) {
            return shop.expected(csv);
        }
    }

    /** How many confirmed orders the slowest projection still lacks. */
    private static List<String> behind(Shop shop) throws SQLException {
        var done = shop.read("select least((select count(*) from order_summary where status = 'CONFIRMED'),"
                + " (select sum(sale_count + return_count) from daily_sales))");
        return shop.write("select count(*) - " + done.get(0) + " from orders where status = 'CONFIRMED'");
    }
}
