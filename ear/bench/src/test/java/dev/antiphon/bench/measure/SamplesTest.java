package dev.antiphon.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.bench.measure.Samples.Side;
import dev.antiphon.dev.process.Progress;
import dev.antiphon.dev.runtime.Installation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplesTest {

    @TempDir
    Path folder;

    @Test
    void sidesTakeTurnsAfterTheirWarmUpWhichDoesNotCount() throws Exception {
        List<String> order = new ArrayList<>();
        try (Run run = run(true)) {
            List<Samples<Integer>> samples =
                    Samples.alternately(run, "figure", List.of(side("a", order), side("b", order)));

            assertThat(order).containsExactly("a", "b", "a", "b", "b", "a");
            assertThat(samples.get(0).values()).containsExactly(3, 6);
            assertThat(samples.get(1).values()).containsExactly(4, 5);
        }
    }

    @Test
    void aFullRunHasFiveSamples() {
        try (Run run = run(false)) {
            assertThat(run.samples()).isGreaterThanOrEqualTo(5);
        }
    }

    @Test
    void theMedianIsTheMiddleOrTheMeanOfTheTwoInTheMiddle() {
        assertThat(new Samples<>(List.of(9, 1, 2)).median(Integer::doubleValue)).isEqualTo(2);
        assertThat(new Samples<>(List.of(9, 1, 2, 4)).median(Integer::doubleValue))
                .isEqualTo(3);
    }

    private static Side<Integer> side(String name, List<String> order) {
        return new Side<>(name, () -> {
            order.add(name);
            return order.size();
        });
    }

    private Run run(boolean quick) {
        Installation nothing = new Installation(folder, folder, List.of());
        return new Run(nothing, folder.resolve("home"), folder, quick, Progress.silent());
    }
}
