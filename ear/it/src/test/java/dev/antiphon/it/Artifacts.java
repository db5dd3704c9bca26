package dev.antiphon.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the build leaves what ships. */
public final class Artifacts {

    private Artifacts() {}

    /** The folder of the whole project. */
    public static Path project() {
        return Path.of(System.getProperty("antiphon.project"));
    }

    /** The EAR. */
    public static Path ear() {
        return project().resolve("ear/orders/target/orders.ear");
    }

    /** A war, by the folder of its side: {@code command-side}, {@code projector} or {@code query-side}. */
    public static Path war(String side) {
        try (var files = Files.newDirectoryStream(project().resolve(side).resolve("orders/target"), "*.war")) {
            return files.iterator().next();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where tests leave what tells more than their results. */
    public static Path reports() {
        return project().resolve("ear/it/target");
    }

    /** Where unpacked programs are kept from one run to the next. */
    public static Path cache() {
        return project().resolve("ear/it/target/cache");
    }
}
