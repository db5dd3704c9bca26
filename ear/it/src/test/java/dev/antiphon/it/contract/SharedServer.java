package dev.antiphon.it.contract;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import dev.antiphon.it.AntiphonProcess;
import dev.antiphon.it.Artifacts;
import dev.antiphon.it.TestServers;
import dev.antiphon.it.server.ServerUnderTest;
import dev.antiphon.it.server.Servers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** Database, broker and a node of the server with the EAR, started before the first class of the suite, kept for all. */
final class SharedServer implements BeforeAllCallback {

    private static final Namespace SPACE = Namespace.create(SharedServer.class);

    /** What is running. */
    record Running(TestServers services, ServerUnderTest node) implements AutoCloseable {

        private static Running start() {
            var services = TestServers.start();
            try {
                var node = newNode(services, "node");
                var running = new Running(services, node);
                node.start();
                node.deploy(Artifacts.ear());
                return running;
            } catch (RuntimeException e) {
                services.close();
                throw e;
            }
        }

        private void keepLog() {
            try {
                Files.copy(node.log(), Artifacts.reports().resolve("contract-server.log"), REPLACE_EXISTING);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            node.close();
            keepLog();
            services.close();
        }
    }

    /** One more node on the same database and broker, not started. */
    static ServerUnderTest newNode(TestServers services, String name) {
        return Servers.node(services.folder().resolve(name), environment(services));
    }

    private static Map<String, String> environment(TestServers services) {
        var databases = services.databases();
        var environment = new HashMap<>(
                AntiphonProcess.environment(databases, services.kafka().bootstrapServers()));
        // What caches hold softly goes with every garbage collection: what then is left is held by something.
        environment.put("JAVA_TOOL_OPTIONS", "-XX:SoftRefLRUPolicyMSPerMB=0");
        var roles = databases.roles();
        Map.of("COMMAND", roles.command(), "PROJECTOR", roles.projector(), "QUERY", roles.query())
                .forEach((role, login) -> {
                    environment.put("ANTIPHON_" + role + "_USER", login.user());
                    environment.put("ANTIPHON_" + role + "_PASSWORD", login.password());
                });
        return environment;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        OrdersContract.use(context.getRoot()
                .getStore(SPACE)
                .getOrComputeIfAbsent("running", key -> Running.start(), Running.class));
    }
}
