package dev.antiphon.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Three minutes of faults, always the same ones; data, logs and journal of a run in which something broke stay. */
class TortureIT {

    private static final Path DATA = Path.of("target", "torture");

    @Test
    void whateverHappensEverythingHolds() {
        assertThat(Main.commandLine().execute("--seed", "20", "--minutes", "3", "--data", DATA.toString()))
                .as("exit code; the output above tells what is broken, and how to see it again")
                .isZero();
    }
}
