package dev.antiphon.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.bench.measure.Bar;
import dev.antiphon.bench.measure.Result;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {

    @Test
    void jsonIsOneObjectOnOneLine() {
        assertThat(Report.json(new Result("commands", "commands/s", 1200.5, 2000, Bar.ratioAtLeast(0.6), 5)))
                .isEqualTo("{\"figure\":\"commands\",\"unit\":\"commands/s\",\"product\":1200.5,\"raw\":2000.0,"
                        + "\"ratio\":0.6,\"samples\":5}");
    }

    @Test
    void theTableSaysWhatIsRequiredAndWhetherItIsReached() {
        List<Result> results = List.of(
                new Result("drain", "events/s", 9_000, 10_000, Bar.ratioAtLeast(1.0), 5),
                new Result("relay-latency-p50", "ms", 3, 2.5, Bar.ratioAtMost(1.5), 5),
                new Result("relay-heap-growth", "MB", 40, 10, Bar.productAtMost(256), 20));

        assertThat(Report.table(results).lines().skip(1))
                .satisfiesExactly(
                        drain -> assertThat(drain).contains("9,000", "0.90", "ratio >= 1.00", "MISSED"),
                        latency -> assertThat(latency).contains("1.20", "ratio <= 1.50", "reached"),
                        heap -> assertThat(heap).contains("4.00", "product <= 256", "reached"));
    }
}
