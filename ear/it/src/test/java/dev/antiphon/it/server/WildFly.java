package dev.antiphon.it.server;

import dev.antiphon.dev.process.Ports;
import dev.antiphon.dev.runtime.Installation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** WildFly, standalone, with the configuration that its zip comes with. */
final class WildFly extends ServerUnderTest {

    private static final String STARTED = "WFLYSRV0051";

    private final Path distribution = Distribution.folder();
    private final int management = Ports.free();
    private final int https = Ports.free();
    private @Nullable Process script;

    WildFly(Path home, Map<String, String> environment) {
        super(home, environment);
        Distribution.copy(distribution.resolve("standalone"), home());
        if (Files.notExists(distribution.resolve("modules/org/postgresql"))) {
            cli(
                    "--command=module add --name=org.postgresql --resources=" + Installation.driverJar()
                            + " --dependencies=java.sql,java.naming,java.management,java.security.sasl,java.security.jgss,jakarta.transaction.api");
        }
        cli("--file=" + configuration("wildfly").resolve("data-sources.cli"));
    }

    private void cli(String... arguments) {
        var command = new Object[arguments.length + 2];
        command[0] = "sh";
        command[1] = distribution.resolve("bin/jboss-cli.sh");
        System.arraycopy(arguments, 0, command, 2, arguments.length);
        run(Map.of("JBOSS_HOME", distribution.toString(), "JAVA_OPTS", "-Djboss.server.base.dir=" + home()), command);
    }

    @Override
    public void start() {
        script = launch(
                Map.of("JBOSS_HOME", distribution.toString(), "JAVA_OPTS", JAVA_OPTIONS + " -Djava.awt.headless=true"),
                "sh",
                distribution.resolve("bin/standalone.sh"),
                "-b",
                "127.0.0.1",
                "-Djboss.server.base.dir=" + home(),
                "-Djboss.http.port=" + port(),
                "-Djboss.https.port=" + https,
                "-Djboss.management.http.port=" + management,
                "-Djboss.tx.node.id=node" + port());
        awaitLogged(STARTED, 1);
    }

    @Override
    void install(Path ear) {
        cli("--connect", "--controller=127.0.0.1:" + management, "--command=deploy " + ear + " --name=orders.ear");
    }

    @Override
    public void undeploy() {
        cli("--connect", "--controller=127.0.0.1:" + management, "--command=undeploy orders.ear");
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
