package dev.antiphon.dev.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a server runs with.
 *
 * @param payaraMicro the server's jar
 * @param driver the jar of the PostgreSQL driver
 * @param applications the wars, in the order of their deployment
 * @param dataSources the pools they look up
 * @param environment settings for the wars, as environment variables; {@code ANTIPHON_} variables of this process do
 *     not reach the server unless they are named here
 * @param address the address to listen on
 * @param javaOptions options of the virtual machine
 */
public record ServerSettings(
        Path payaraMicro,
        Path driver,
        List<WebApplication> applications,
        List<DataSource> dataSources,
        Map<String, String> environment,
        String address,
        List<String> javaOptions) {

    /** The loopback: what is started for development is for this machine. */
    public static final String LOOPBACK = "127.0.0.1";

    /**
     * For development, where starting is what is waited for: on two cores the serial collector and the first compiler
     * alone halve what a start costs. A server that runs for long does better with the virtual machine's own choice.
     */
    public static final List<String> DEFAULT_JAVA_OPTIONS =
            List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dfile.encoding=UTF-8");

    static final int HTTP_THREADS = 64;

    /** One line per record, no colours, nothing about certificates that expired in the JDK. */
    static final String LOGGING = """
            handlers=java.util.logging.ConsoleHandler
            .level=INFO
            java.util.logging.ConsoleHandler.level=FINEST
            java.util.logging.ConsoleHandler.formatter=java.util.logging.SimpleFormatter
            java.util.logging.SimpleFormatter.format=%1$tF %1$tT.%1$tL %4$s %3$s: %5$s%6$s%n
            jakarta.enterprise.system.security.ssl.level=SEVERE
            javax.enterprise.system.security.ssl.level=SEVERE
            javax.enterprise.system.tools.deployment.common.level=WARNING
            fish.payara.boot.runtime.BootCommand.level=WARNING
            org.apache.kafka.level=WARNING
            """;

    public ServerSettings {
        applications = List.copyOf(applications);
        dataSources = List.copyOf(dataSources);
        environment = Map.copyOf(environment);
        javaOptions = List.copyOf(javaOptions);
    }

    /** The server's own commands, run before it boots. */
    public List<String> commands() {
        List<String> commands = new ArrayList<>();
        commands.add("set configs.config.server-config.network-config.network-listeners"
                + ".network-listener.http-listener.address=" + address);
        commands.add("set configs.config.server-config.microprofile-metrics-configuration.enabled=false");
        // looks for changed applications every second, at a noticeable cost; here none ever change
        commands.add("set configs.config.server-config.admin-service.das-config.dynamic-reload-enabled=false");
        dataSources.forEach(source -> commands.addAll(source.commands()));
        return commands;
    }
}
