package dev.antiphon.it.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.antiphon.it.Artifacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A made-up file with every kind of row, imported and imported again. */
class SmallImportIT {

    private static final Path FILE = Artifacts.project().resolve("ear/it/src/test/resources/shop/small.csv");

    private static final List<String> READ_MODEL = List.of(
            "customer 12345 GBP 1800 2 0",
            "customer 17850 GBP 3555 2 1",
            "day 2010-12-01 GBP 3310 2 0",
            "day 2010-12-02 GBP 245 1 1",
            "day 2010-12-03 GBP 300 1 0",
            "day 2010-12-04 GBP 1500 1 0",
            "order 100001 SALE CONFIRMED 17850 3310 4 15 2010-12-01 08:26:00 2",
            "order 100002 SALE CONFIRMED 0 1 3 2010-12-01 23:59:59 2",
            "order 100004 SALE CONFIRMED 17850 500 1 4 2010-12-02 10:00:00 2",
            "order 100006 SALE CONFIRMED 12345 300 1 1 2010-12-03 12:00:00 2",
            "order 100010 SALE CONFIRMED 12345 1500 1 1 2010-12-04 00:00:00 2",
            "order C100003 RETURN CONFIRMED 17850 255 1 1 2010-12-02 10:00:00 2",
            "product 85123A",
            "product 85123a",
            "product B",
            "product BAD1",
            "product BAD2",
            "product BAD3",
            "product BANK CHARGES",
            "product FREE",
            "product GOOD",
            "product LATE",
            "product X",
            "product Y",
            "product Z");

    @Test
    void everyKindOfRowComesInOrIsRejectedWithItsReasonAndASecondRunChangesNothing()
            throws IOException, InterruptedException, SQLException {
        try (var shop = Shop.open()) {
            var summary = imported(shop);
            assertThat(summary).containsPattern("Lines read +17 = 9 accepted \\+ 8 rejected");
            rejectsNameLineAndReason(shop);
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(sorted(shop.readModel())).isEqualTo(READ_MODEL));
            var events = shop.write("select count(*) from antiphon.outbox");

            var again = imported(shop);
            assertThat(again).containsPattern("Lines read +17 = 9 accepted \\+ 8 rejected");
            rejectsNameLineAndReason(shop);
            assertThat(shop.write("select count(*) from antiphon.outbox")).isEqualTo(events);

            outlivesItsIdempotencyKeys(shop, events);
            assertThat(sorted(shop.readModel())).isEqualTo(READ_MODEL);
        }
    }

    /** As a run after the keys' retention: the order's id is the second net. */
    private static void outlivesItsIdempotencyKeys(Shop shop, List<String> events)
            throws SQLException, IOException, InterruptedException {
        shop.write("with gone as (delete from antiphon.idempotency returning 1) select count(*) from gone");

        var much = imported(shop);
        assertThat(much).containsPattern("Lines read +17 = 9 accepted \\+ 8 rejected");
        assertThat(much).containsPattern("Already there +6 invoices, 13 products");
        assertThat(shop.write("select count(*) from antiphon.outbox")).isEqualTo(events);
    }

    private static void rejectsNameLineAndReason(Shop shop) throws IOException {
        var rejects = Files.readAllLines(shop.rejects());
        assertThat(rejects).hasSize(9);
        assertThat(rejects.get(0)).startsWith("Line,Reason,InvoiceNo,StockCode");
        rejected(rejects, "BAD1", "8", "quantity");
        rejected(rejects, "BAD2", "10", "unitPrice");
        rejected(rejects, "BAD3", "11", "unitPrice");
        rejected(rejects, "A100005", "12", "unitPrice");
        rejected(rejects, "100006,too", "15", "malformed");
        rejected(rejects, "100007", "16", "quantity");
        rejected(rejects, "100008", "17", "quantity");
        rejected(rejects, "C100009", "18", "quantity");
    }

    private static void rejected(List<String> rejects, String record, String line, String reason) {
        assertThat(rejects)
                .filteredOn(each -> each.contains(record))
                .singleElement()
                .asString()
                .startsWith(line + ",")
                .contains(reason);
    }

    private static String imported(Shop shop) throws IOException, InterruptedException {
        try (var importer = shop.importing(FILE)) {
            return importer.await(3);
        }
    }

    private static List<String> sorted(List<String> rows) {
        return rows.stream().sorted().toList();
    }
}
