package dev.antiphon.torture.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The wall clock of one process, stepped by libfaketime; its monotonic clock, and everybody else's, stay as they are. */
public final class FakeClock {

    private static final Path USUAL = Path.of("/usr/lib");
    private static final String LIBRARY = "faketime/libfaketime.so.1";

    private final Path library;
    private final Path offset;

    FakeClock(Path library, Path offset) {
        this.library = library;
        this.offset = offset;
        step(Duration.ZERO);
    }

    /** The library of that path, else where Debian's package puts it; empty where there is none. */
    public static Optional<Path> library(@Nullable Path named) {
        if (named != null) {
            return Optional.of(named.toAbsolutePath());
        }
        try (Stream<Path> places = Files.list(USUAL)) {
            return places.map(place -> place.resolve(LIBRARY))
                    .filter(Files::isRegularFile)
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    Map<String, String> environment() {
        return Map.of(
                "LD_PRELOAD", library.toString(),
                "FAKETIME_TIMESTAMP_FILE", offset.toString(),
                "FAKETIME_CACHE_DURATION", "1",
                "FAKETIME_DONT_FAKE_MONOTONIC", "1",
                // else a virtual machine's timed waits end at once, again and again
                "FAKETIME_FORCE_MONOTONIC_FIX", "0");
    }

    /** From within a second on the process lives so much later than everybody else; negative: earlier. */
    public void step(Duration later) {
        try {
            var fresh = offset.resolveSibling(offset.getFileName() + ".new");
            Files.writeString(fresh, String.format("%+d%n", later.toSeconds()));
            Files.move(fresh, offset, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
