package dev.antiphon.it.server;

import dev.antiphon.dev.runtime.Installation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Open Liberty, which looks into its folder for what to run. */
final class OpenLiberty extends ServerUnderTest {

    private static final String STARTED = "CWWKF0011I";
    private static final String STOPPED = "CWWKZ0009I";

    private final Path distribution = Distribution.folder();
    private final Path server = home().resolve("servers/orders");
    private @Nullable Process script;

    OpenLiberty(Path home, Map<String, String> environment) {
        super(home, environment);
        Distribution.copy(configuration("open-liberty"), server);
        Distribution.copy(
                Installation.driverJar(),
                server.resolve("jdbc").resolve(Installation.driverJar().getFileName()));
        try {
            Files.createDirectories(server.resolve("apps"));
            Files.writeString(server.resolve("bootstrap.properties"), "http.port=" + port() + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void start() {
        script = launch(
                Map.of("WLP_USER_DIR", home().toString(), "JVM_ARGS", JAVA_OPTIONS),
                "sh",
                distribution.resolve("bin/server"),
                "run",
                "orders");
        awaitLogged(STARTED, 1);
    }

    @Override
    void install(Path ear) {
        try {
            var beside = Files.copy(ear, server.resolve("orders.ear.part"), StandardCopyOption.REPLACE_EXISTING);
            Files.move(beside, application(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path application() {
        return server.resolve("apps/orders.ear");
    }

    @Override
    public void undeploy() {
        var before = logged(STOPPED);
        forget();
        awaitLogged(STOPPED, before + 1);
    }

    /** Of what did not start it does not say that it has stopped. */
    @Override
    void forget() {
        try {
            Files.delete(application());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public ProcessHandle process() {
        return script.descendants().findFirst().orElse(script.toHandle());
    }

    @Override
    public Path log() {
        return home().resolve("console.log");
    }
}
