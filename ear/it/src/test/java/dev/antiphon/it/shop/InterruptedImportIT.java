package dev.antiphon.it.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.antiphon.dev.process.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Killing the importer or the application in the middle loses and doubles nothing. */
class InterruptedImportIT {

    private static final int INVOICES = 5_000;

    @Test
    void killingImporterServerAndBrokerInMidImportLosesAndDoublesNothing()
            throws IOException, InterruptedException, SQLException {
        try (var shop = Shop.open()) {
            var file = shop.madeUp(INVOICES);

            try (var killed = shop.importing(file)) {
                orders(shop, 400);
                killed.kill();
            }
            var summary = withFaults(shop, file);

            assertThat(summary).containsPattern("Invoices +5,000 = 5,000 accepted");
            shop.awaitReadModel(file);
            assertThat(shop.write("select count(*) from antiphon.outbox where published_at is null"))
                    .containsExactly("0");
        }
    }

    private static String withFaults(Shop shop, Path file) throws IOException, InterruptedException {
        try (var importer = shop.importing(file)) {
            orders(shop, 1_000);
            var server = shop.application().server().orElseThrow();
            server.kill();
            shop.application().startServer(Progress.silent());
            orders(shop, 1_600);
            server.stop(Duration.ofSeconds(20));
            shop.application().startServer(Progress.silent());
            orders(shop, 2_200);
            shop.application().kafka().orElseThrow().stop();
            assertThat(importer.isRunning())
                    .as("still at work without the broker")
                    .isTrue();
            orders(shop, 3_000);
            shop.application().kafka().orElseThrow().start();
            return importer.await(10);
        }
    }

    private static void orders(Shop shop, int atLeast) {
        await().atMost(Duration.ofMinutes(4))
                .until(() -> Integer.parseInt(
                                shop.write("select count(*) from orders").get(0))
                        >= atLeast);
    }
}
