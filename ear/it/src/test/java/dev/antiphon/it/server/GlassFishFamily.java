package dev.antiphon.it.server;

import dev.antiphon.dev.process.Ports;
import dev.antiphon.dev.runtime.Installation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Payara Server or GlassFish: a domain of its own, managed with {@code asadmin}. */
final class GlassFishFamily extends ServerUnderTest {

    private static final String DOMAIN = "orders";

    private final Path distribution = Distribution.folder();
    private final int admin = Ports.free();
    private final boolean keepsWhatFailed;
    private ProcessHandle process;

    /** @param server the folder of its configuration */
    GlassFishFamily(String server, Path home, Map<String, String> environment) {
        super(home, environment);
        keepsWhatFailed = server.equals("payara");
        var ports = Stream.of(
                        "http.ssl.port",
                        "jms.port",
                        "domain.jmxPort",
                        "orb.listener.port",
                        "orb.ssl.port",
                        "orb.mutualauth.port",
                        "osgi.shell.telnet.port",
                        "java.debugger.port")
                .map(name -> name + "=" + Ports.free())
                .collect(Collectors.joining(":"));
        asadmin(
                "--user=admin",
                "create-domain",
                "--nopassword=true",
                "--domaindir=" + home(),
                "--adminport=" + admin,
                "--instanceport=" + port(),
                "--domainproperties=" + ports,
                DOMAIN);
        Distribution.copy(
                Installation.driverJar(),
                home().resolve(DOMAIN)
                        .resolve("lib")
                        .resolve(Installation.driverJar().getFileName()));
        start();
        remote("add-resources", configuration(server).resolve("resources.xml"));
        stop();
    }

    private void asadmin(Object... arguments) {
        var command = new ArrayList<Object>(List.of("bash", distribution.resolve("bin/asadmin")));
        Collections.addAll(command, arguments);
        run(Map.of("AS_JAVA", System.getProperty("java.home")), command.toArray());
    }

    private void remote(Object... arguments) {
        var command = new ArrayList<Object>(List.of("--port=" + admin));
        Collections.addAll(command, arguments);
        asadmin(command.toArray());
    }

    @Override
    public void start() {
        asadmin("start-domain", "--domaindir=" + home(), DOMAIN);
        try {
            var pid = Files.readString(home().resolve(DOMAIN).resolve("config/pid"))
                    .strip();
            process = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    void install(Path ear) {
        remote("deploy", "--name=orders", ear);
    }

    @Override
    public void undeploy() {
        remote("undeploy", "orders");
    }

    /** Payara Server gives the next deployment things of the one that failed; its guide says to restart it. */
    @Override
    void forget() {
        super.forget();
        if (keepsWhatFailed) {
            stop();
            start();
        }
    }

    @Override
    public ProcessHandle process() {
        return process;
    }

    @Override
    public Path log() {
        return home().resolve(DOMAIN).resolve("logs/server.log");
    }
}
