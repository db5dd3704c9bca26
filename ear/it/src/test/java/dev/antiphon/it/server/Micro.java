package dev.antiphon.it.server;

import dev.antiphon.dev.postgres.Login;
import dev.antiphon.dev.process.Progress;
import dev.antiphon.dev.runtime.Installation;
import dev.antiphon.dev.server.DataSource;
import dev.antiphon.dev.server.PayaraMicro;
import dev.antiphon.dev.server.ServerSettings;
import dev.antiphon.dev.server.WebApplication;
import dev.antiphon.it.Artifacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.ZipFile;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.jspecify.annotations.Nullable;

/** Payara Micro, which deploys no EAR: it gets the wars out of it, at the context roots that the EAR gives them. */
final class Micro extends ServerUnderTest {

    private static final String DEPLOYER = "/deployer";

    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<String, Path> wars = new LinkedHashMap<>();
    private final PayaraMicro server;
    private @Nullable ProcessHandle process; // kept, so that one that was killed can be closed

    Micro(Path home, Map<String, String> environment) {
        super(home, environment);
        var installation = Installation.in(Artifacts.project());
        var deployer = home().resolve("deployer.war");
        ShrinkWrap.create(WebArchive.class)
                .addClass(MicroDeployer.class)
                .as(ZipExporter.class)
                .exportTo(deployer.toFile(), true);
        server = PayaraMicro.on(
                home().resolve("server"),
                port(),
                new ServerSettings(
                        installation.payaraMicro(),
                        installation.driver(),
                        List.of(new WebApplication(deployer, DEPLOYER)),
                        List.of(
                                dataSource("jdbc/write", "WRITE", "COMMAND", 32),
                                dataSource("jdbc/read", "READ", "PROJECTOR", 16),
                                dataSource("jdbc/query", "READ", "QUERY", 24)),
                        environment,
                        ServerSettings.LOOPBACK,
                        ServerSettings.DEFAULT_JAVA_OPTIONS));
    }

    private DataSource dataSource(String name, String database, String role, int maximum) {
        return new DataSource(
                name,
                variable(database + "_URL"),
                new Login(variable(role + "_USER"), variable(role + "_PASSWORD")),
                maximum);
    }

    private String variable(String name) {
        return Optional.ofNullable(environment().get("ANTIPHON_" + name)).orElseThrow();
    }

    @Override
    public void start() {
        server.start();
        process = ProcessHandle.of(server.pid().orElseThrow()).orElseThrow();
        server.awaitReady(Duration.ofMinutes(3), Progress.silent());
        wars.forEach(this::deploy);
    }

    @Override
    void install(Path ear) {
        try (var content = new ZipFile(ear.toFile())) {
            var descriptor = new String(content.getInputStream(content.getEntry("META-INF/application.xml"))
                    .readAllBytes());
            for (var module : descriptor.split("</web>")) {
                if (module.contains("<web-uri>")) {
                    var name = between(module, "<web-uri>", "</web-uri>");
                    var war = home().resolve(name);
                    Files.deleteIfExists(war);
                    Files.copy(content.getInputStream(content.getEntry(name)), war);
                    wars.put(between(module, "<context-root>/", "</context-root>"), war);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        wars.forEach(this::deploy);
    }

    private static String between(String text, String begin, String end) {
        var from = text.indexOf(begin) + begin.length();
        return text.substring(from, text.indexOf(end, from));
    }

    private void deploy(String name, Path war) {
        try {
            tell(HttpRequest.newBuilder(uri(DEPLOYER + "/" + name)).PUT(HttpRequest.BodyPublishers.ofFile(war)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void undeploy() {
        var deployed = List.copyOf(wars.keySet());
        wars.clear();
        for (var name : deployed) {
            tell(HttpRequest.newBuilder(uri(DEPLOYER + "/" + name)).DELETE());
        }
    }

    private void tell(HttpRequest.Builder request) {
        try {
            var answer =
                    http.send(request.timeout(Duration.ofMinutes(2)).build(), HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(answer + " " + answer.body() + " (log: " + log() + ")");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public ProcessHandle process() {
        return Objects.requireNonNull(process, "not started");
    }

    @Override
    public Path log() {
        return server.log();
    }
}
