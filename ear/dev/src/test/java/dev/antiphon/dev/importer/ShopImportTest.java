package dev.antiphon.dev.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.antiphon.dev.importer.ShopServer.Reply;
import dev.antiphon.dev.importer.ShopServer.Request;
import dev.antiphon.dev.process.StartFailure;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShopImportTest {

    private static final String HEADER =
            "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n";

    @TempDir
    Path folder;

    private final List<String> warnings = new ArrayList<>();

    @Test
    void rejectsTheLinesThatTheServerNamesAndSendsTheRestAgain() throws Exception {
        try (ShopServer server = new ShopServer(request -> request.key().equals("import-order-1-1")
                ? Reply.problem(422, "invalid-command", "{\"pointer\":\"/lines/1/quantity\",\"detail\":\"too small\"}")
                : Reply.accepted())) {
            ImportSummary summary =
                    run(server.uri(), line("1", "A") + line("2", "A") + line("1", "B") + line("1", "a"));

            assertThat(summary.linesRead()).isEqualTo(4);
            assertThat(summary.linesAccepted()).isEqualTo(3);
            assertThat(summary.linesRejected()).isEqualTo(1);
            assertThat(summary.invoices()).isEqualTo(2);
            assertThat(summary.products()).isEqualTo(3);
            assertThat(rejects())
                    .containsExactly("4,quantity too small," + line("1", "B").strip());
            assertThat(server.requests)
                    .extracting(Request::key)
                    .containsExactlyInAnyOrder(
                            "import-product-A-1",
                            "import-product-B-1",
                            "import-product-a-1",
                            "import-order-1-1",
                            "import-order-1-2",
                            "import-confirm-1",
                            "import-order-2-1",
                            "import-confirm-2");
        }
    }

    @Test
    void rejectsAnInvoiceWholeWhenTheRefusalNamesNoLine() throws Exception {
        try (ShopServer server = new ShopServer(request -> request.path().equals("/write/orders")
                ? Reply.problem(422, "invalid-command", "{\"pointer\":\"/orderId\",\"detail\":\"is bad\"}")
                : Reply.accepted())) {
            ImportSummary summary = run(server.uri(), line("1", "A") + line("1", "B"));

            assertThat(summary.linesRejected()).isEqualTo(2);
            assertThat(summary.invoicesAccepted()).isZero();
            assertThat(rejects()).allMatch(row -> row.contains("No.; /orderId is bad"));
            assertThat(server.requests).noneMatch(request -> request.path().endsWith("/confirm"));
        }
    }

    @Test
    void aRefusedTimeIsThatOfTheFirstLine() throws Exception {
        try (ShopServer server = new ShopServer(request -> request.key().equals("import-order-1-1")
                ? Reply.problem(400, "unreadable", "{\"pointer\":\"/orderedAt\",\"detail\":\"is no time\"}")
                : Reply.accepted())) {
            ImportSummary summary = run(server.uri(), line("1", "A") + line("1", "B"));

            assertThat(summary.linesAccepted()).isEqualTo(1);
            assertThat(rejects()).singleElement().asString().startsWith("2,orderedAt is no time,");
        }
    }

    @Test
    void whatIsThereAlreadyCountsAsAcceptedAndIsConfirmed() throws Exception {
        try (ShopServer server = new ShopServer(request -> request.path().endsWith("/confirm")
                ? Reply.problem(422, "order-not-placed", "")
                : Reply.problem(409, "already-exists", ""))) {
            ImportSummary summary = run(server.uri(), line("1", "A"));

            assertThat(summary.linesAccepted()).isEqualTo(1);
            assertThat(summary.invoicesAlreadyThere()).isEqualTo(1);
            assertThat(summary.productsAlreadyThere()).isEqualTo(1);
            assertThat(summary.invoicesUnconfirmed()).isZero();
            assertThat(server.requests).anyMatch(request -> request.path().equals("/write/orders/1/confirm"));
        }
    }

    @Test
    void listsAProductWithoutThePriceThatIsRefused() throws Exception {
        try (ShopServer server = new ShopServer(request -> request.key().equals("import-product-A-1")
                ? Reply.problem(422, "invalid-command", "{\"pointer\":\"/price\",\"detail\":\"is negative\"}")
                : Reply.accepted())) {
            ImportSummary summary = run(server.uri(), line("1", "A"));

            assertThat(summary.productsRefused()).isZero();
            assertThat(server.requests)
                    .filteredOn(request -> request.key().equals("import-product-A-2"))
                    .singleElement()
                    .satisfies(request -> assertThat(request.body()).doesNotContain("price"));
        }
    }

    @Test
    void sendsTheSameAgainUntilTheApplicationDecides() throws Exception {
        Map<String, Integer> tries = new ConcurrentHashMap<>();
        List<Reply> undecided = List.of(
                new Reply(503, "application/problem+json", "{}"),
                new Reply(404, "text/html", "not deployed yet"),
                new Reply(500, "text/html", "oops"));
        try (ShopServer server = new ShopServer(request -> {
            int count = tries.merge(request.key(), 1, Integer::sum);
            return count <= undecided.size() ? undecided.get(count - 1) : Reply.accepted();
        })) {
            ImportSummary summary = run(server.uri(), line("1", "A"));

            assertThat(summary.linesAccepted()).isEqualTo(1);
            assertThat(summary.commands()).isEqualTo(3);
            assertThat(summary.retries()).isEqualTo(9);
            assertThat(server.requests.stream().distinct()).hasSize(3);
        }
    }

    @Test
    void givesUpWhenNothingIsDecidedForTooLong() {
        assertThatThrownBy(() -> run(URI.create("http://127.0.0.1:9"), line("1", "A")))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("has taken no command for 1 s")
                .hasMessageContaining("nothing is counted twice");
    }

    @Test
    void malformedRecordsAreRejectedWithoutAskingAndTheSumHolds() throws Exception {
        try (ShopServer server = new ShopServer(request -> Reply.accepted())) {
            ImportSummary summary = run(server.uri(), "1,A\n" + line("1", "A") + line("1", "A"));

            assertThat(summary.linesRead()).isEqualTo(3);
            assertThat(summary.linesAccepted()).isEqualTo(2);
            assertThat(rejects()).containsExactly("2,malformed: 2 columns instead of 8,1,A");
            assertThat(summary.text()).contains("3 = 2 accepted + 1 rejected");
        }
    }

    private static String line(String invoice, String code) {
        return invoice + "," + code + ",thing,1,2010-12-01 08:26:00,2.55,17850.0,UK\n";
    }

    private ImportSummary run(URI url, String lines) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("shop.csv"), HEADER + lines);
        ImportSettings settings =
                new ImportSettings(file, url, folder.resolve("shop.rejects.csv"), 4, Duration.ofSeconds(1));
        return new ShopImport(settings, new NoProgress(), warnings::add).run(InputStream.nullInputStream());
    }

    private List<String> rejects() throws IOException {
        List<String> rows = Files.readAllLines(folder.resolve("shop.rejects.csv"));
        return rows.subList(1, rows.size());
    }

    private static final class NoProgress implements ImportProgress {
        @Override
        public void begin(String name, long total) {}

        @Override
        public void advance(long count) {}

        @Override
        public void end() {}
    }
}
