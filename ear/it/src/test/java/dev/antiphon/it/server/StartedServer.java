package dev.antiphon.it.server;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import dev.antiphon.it.Artifacts;
import dev.antiphon.it.TestServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;

/**
 * A node of the server that this build tests, which runs, with database and broker beside it.
 *
 * @param name of its log among the reports
 */
public record StartedServer(String name, TestServers services, ServerUnderTest node) implements AutoCloseable {

    /** What databases and broker need before the node starts. */
    @FunctionalInterface
    public interface Preparation {

        void prepare(TestServers services) throws Exception;
    }

    /** Starts all of it; leaves nothing when something does not start. */
    public static StartedServer start(String name, Preparation preparation) {
        var services = TestServers.start();
        try {
            preparation.prepare(services);
            var started = new StartedServer(name, services, newNode(services, name));
            started.startNode();
            return started;
        } catch (Exception e) {
            closeAfter(e, services);
            throw new IllegalStateException("The server of " + name + " has not started", e);
        }
    }

    private void startNode() {
        try {
            node.start();
        } catch (RuntimeException e) {
            closeAfter(e, node);
            throw e;
        }
    }

    private static void closeAfter(Exception reason, AutoCloseable closed) {
        try {
            closed.close();
        } catch (Exception e) {
            reason.addSuppressed(e);
        }
    }

    /** One more node on the same database and broker, not started. */
    public static ServerUnderTest newNode(TestServers services, String name) {
        return Servers.node(services.folder().resolve(name), services.serverVariables());
    }

    @Override
    public void close() {
        node.close();
        try {
            Files.copy(node.log(), Artifacts.reports().resolve(name + "-server.log"), REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        services.close();
    }
}
