package dev.antiphon.it.server;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.antiphon.dev.process.Command;
import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.Ports;
import dev.antiphon.dev.process.ProcessIdentity;
import dev.antiphon.it.Artifacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One node of an application server: installed from what the server's makers publish, configured with the server's folder
 * in {@code ear/orders}, on a folder and free ports of its own. What is deployed stays deployed over restarts.
 */
public abstract class ServerUnderTest implements AutoCloseable {

    /** Where the three wars of the EAR answer; an EAR of the same shape has the same. */
    public static final List<String> CONTEXT_ROOTS = List.of("/write", "/projector", "/read");

    static final String JAVA_OPTIONS = "-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1";

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private final Path home;
    private final Map<String, String> environment;
    private final int port = Ports.free();

    ServerUnderTest(Path home, Map<String, String> environment) {
        this.home = Folders.create(home.toAbsolutePath());
        this.environment = Map.copyOf(environment);
    }

    /** Starts the process and returns when it takes deployments. */
    public abstract void start();

    /** Deploys an EAR; may return before it has started, and may throw when it does not start. */
    abstract void install(Path ear);

    /** Deploys an EAR of the application's shape and returns when its wars answer. */
    public final void deploy(Path ear) {
        install(ear);
        awaitReady();
    }

    /** Deploys an EAR and returns when one of the paths is there, whatever it answers. */
    public final void deploy(Path ear, List<String> paths) {
        install(ear);
        await().alias("one of " + paths + " is there (log: " + log() + ")")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> isThere(paths));
    }

    private boolean isThere(List<String> paths) throws InterruptedException {
        for (var path : paths) {
            if (!Set.of(0, 404, 503).contains(status(uri(path)))) {
                return true;
            }
        }
        return false;
    }

    /** Has the server refuse an EAR: returns when its log has all the words and it is gone again. */
    public final void refuse(Path ear, String path, String... words) {
        var before = logged().length();
        try {
            install(ear);
        } catch (IllegalStateException e) {
            // its tool says so, too
        }
        await().alias("the server says why it does not start it (log: " + log() + ")")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(logged().substring(before)).contains(words));
        await().atMost(PATIENCE).until(() -> !isThere(List.of(path)));
        forget();
    }

    /** Undeploys what has not started, if the server has kept it. */
    void forget() {
        try {
            undeploy();
        } catch (IllegalStateException e) {
            // it has not kept it
        }
    }

    /** Undeploys what was deployed and returns when the server says that it is gone. */
    public abstract void undeploy();

    /** The process of the server's virtual machine. */
    public abstract ProcessHandle process();

    /** What it has said since its last start. */
    public abstract Path log();

    /** Ends the process as a service manager does, and as {@code kill -9} does if it has not ended in time. */
    public void stop() {
        ProcessIdentity.of(process()).ifPresent(living -> living.end(Duration.ofSeconds(60)));
    }

    /** Ends the process as {@code kill -9} does. */
    public void kill() {
        var process = process();
        process.destroyForcibly();
        process.onExit().orTimeout(30, SECONDS).join();
    }

    @Override
    public void close() {
        stop();
    }

    public final URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** Returns when every war says of itself that it is ready. */
    public final void awaitReady() {
        awaitStatus(200);
    }

    final void awaitGone() {
        awaitStatus(404);
    }

    private void awaitStatus(int status) {
        for (var root : CONTEXT_ROOTS) {
            await().alias(root + "/health/ready answers " + status + " (log: " + log() + ")")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> status(uri(root + "/health/ready")) == status);
        }
    }

    private static int status(URI uri) throws InterruptedException {
        try {
            var request =
                    HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30)).build();
            return HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            return 0;
        }
    }

    final Path home() {
        return home;
    }

    final int port() {
        return port;
    }

    final Map<String, String> environment() {
        return environment;
    }

    /** The folder with the configuration of a server. */
    static Path configuration(String server) {
        return Artifacts.project().resolve("ear/orders/src/main/servers").resolve(server);
    }

    /** Runs the server's own tool, or one of the JDK; throws with all it said when it fails. */
    final String run(Map<String, String> variables, Object... command) {
        try {
            var words = words(command);
            var out = Files.createTempFile(home, "tool", ".log");
            var result = Command.run(words, all(variables), home, out, PATIENCE);
            if (!result.succeeded()) {
                throw new IllegalStateException(
                        String.join(" ", words) + " failed: " + result.output() + " (log: " + log() + ")");
            }
            return result.output();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts the server's script in the foreground, which writes to {@link #log}. */
    final Process launch(Map<String, String> variables, Object... command) {
        try {
            var builder = new ProcessBuilder(words(command))
                    .directory(home.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log().toFile());
            builder.environment().putAll(all(variables));
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> words(Object... command) {
        return List.of(command).stream().map(Object::toString).toList();
    }

    private Map<String, String> all(Map<String, String> variables) {
        var all = new HashMap<>(environment);
        all.put("JAVA_HOME", System.getProperty("java.home"));
        all.putAll(variables);
        return all;
    }

    /** How often a text stands in the log since the last start. */
    final long logged(String text) {
        return logged().lines().filter(line -> line.contains(text)).count();
    }

    private String logged() {
        try {
            return Files.readString(log());
        } catch (IOException e) {
            return "";
        }
    }

    final void awaitLogged(String text, long times) {
        await().alias(text + " stands in " + log()).atMost(PATIENCE).until(() -> logged(text) >= times);
    }
}
