package dev.antiphon.dev.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.antiphon.dev.process.StartFailure;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShopFileTest {

    private static final String HEADER =
            "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n";

    @TempDir
    Path folder;

    private final List<ShopLine> good = new ArrayList<>();
    private final List<ShopLine> malformed = new ArrayList<>();

    @Test
    void numbersLinesAsTheyStandInTheFileAlsoAfterARecordOfSeveralLines() throws IOException {
        read(HEADER + "1,A,a,1,d,1,,UK\n1,B,\"two\nlines, \"\"quoted\"\"\",1,d,1,,UK\n2,C,c,1,d,1,,UK");

        assertThat(good).extracting(ShopLine::number).containsExactly(2L, 3L, 5L);
        assertThat(good.get(1).values().get(2)).isEqualTo("two\nlines, \"quoted\"");
    }

    @Test
    void setsRecordsWithAWrongNumberOfColumnsAside() throws IOException {
        read(HEADER + "1,A\n1,B,b,1,d,1,,UK\n1,C,c,1,d,1,,UK,more\n");

        assertThat(good).extracting(ShopLine::number).containsExactly(3L);
        assertThat(malformed).extracting(ShopLine::number).containsExactly(2L, 4L);
    }

    @Test
    void findsColumnsByNameInAnyOrderBehindAByteOrderMark() throws IOException {
        try (ShopFile file =
                open("\uFEFFStockCode,InvoiceNo,Description,Quantity,InvoiceDate,UnitPrice,CustomerID\n")) {
            ShopLine line = new ShopLine(2, List.of("code", "invoice", "", "", "", "", ""));
            assertThat(file.header().invoice(line)).isEqualTo("invoice");
            assertThat(file.header().stockCode(line)).isEqualTo("code");
        }
    }

    @Test
    void readsGzipWhateverTheNameAndStandardInput() throws IOException {
        byte[] packed = gzip(HEADER + "1,A,a,1,d,1,,UK\n");
        try (ShopFile file = ShopFile.open(Path.of("-"), new ByteArrayInputStream(packed))) {
            file.read(good::add, malformed::add);
        }
        assertThat(good).hasSize(1);
    }

    @Test
    void saysInOneLineWhatIsWrongWithAFile() throws IOException {
        assertThatThrownBy(() -> ShopFile.open(folder.resolve("none.csv"), InputStream.nullInputStream()))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("none.csv is not a file that can be read");
        assertThatThrownBy(() -> open("InvoiceNo,StockCode\n"))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("no column Description");
        assertThatThrownBy(() -> open("")).isInstanceOf(StartFailure.class).hasMessageContaining("is empty");

        byte[] whole = gzip(HEADER + "1,A,a,1,d,1,,UK\n".repeat(50_000));
        Path cut = Files.write(folder.resolve("cut.csv.gz"), Arrays.copyOf(whole, whole.length - 100));
        try (ShopFile file = ShopFile.open(cut, InputStream.nullInputStream())) {
            assertThatThrownBy(() -> file.read(good::add, malformed::add))
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining("cut.csv.gz cannot be read")
                    .hasMessageNotContaining("\n");
        }
    }

    private void read(String text) throws IOException {
        try (ShopFile file = open(text)) {
            file.read(good::add, malformed::add);
        }
    }

    private ShopFile open(String text) throws IOException {
        return ShopFile.open(Files.writeString(folder.resolve("shop.csv"), text), InputStream.nullInputStream());
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
