package dev.antiphon.dev.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {

    @TempDir
    Path folder;

    @Test
    void oneHolderAtATimeAndTheSecondIsToldOfTheFirst() {
        try (StateFolder first = StateFolder.acquire(folder)) {
            first.endLeftovers();
            first.recordUrl("http://localhost:8080");

            assertThatThrownBy(() -> StateFolder.acquire(folder))
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining("already running on " + folder)
                    .hasMessageContaining("http://localhost:8080")
                    .hasMessageContaining("process " + ProcessHandle.current().pid());
            assertThat(StateFolder.runningUrl(folder)).contains("http://localhost:8080");
        }
        assertThat(StateFolder.runningUrl(folder)).isEmpty();
        StateFolder.acquire(folder).close();
    }

    @Test
    void endsWhatAKilledHolderLeftRunning() throws Exception {
        Process left = sleeper();
        StateFolder killed = StateFolder.acquire(folder);
        killed.endLeftovers();
        killed.recordProcess(StateFolder.SERVER, left.pid());
        Path copy = Files.copy(folder.resolve("state.properties"), folder.resolve("copy"));
        killed.close();
        Files.move(copy, folder.resolve("state.properties"));

        try (StateFolder next = StateFolder.acquire(folder)) {
            assertThat(next.endLeftovers()).containsExactly(StateFolder.SERVER);
            assertThat(left.waitFor(5, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void sparesAStrangerThatGotTheSameProcessId() throws Exception {
        Process stranger = sleeper();
        Properties recorded = new Properties();
        recorded.setProperty("process.server", stranger.pid() + "@2020-01-01T00:00:00Z");
        recorded.setProperty("process.postgres", "damaged");
        try (var writer = Files.newBufferedWriter(folder.resolve("state.properties"))) {
            recorded.store(writer, null);
        }
        try (StateFolder state = StateFolder.acquire(folder)) {
            assertThat(state.endLeftovers()).isEmpty();
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void refusesAPlaceThatIsNoFolder() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> StateFolder.acquire(file))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("is not a folder that can be written");
    }

    private static Process sleeper() throws IOException {
        return new ProcessBuilder("sleep", "60").start();
    }
}
