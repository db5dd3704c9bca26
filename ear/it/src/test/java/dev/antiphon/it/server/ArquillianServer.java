package dev.antiphon.it.server;

import dev.antiphon.it.container.ContainerServers;
import java.util.List;
import java.util.Map;
import org.jboss.arquillian.container.spi.client.container.ContainerConfiguration;
import org.jboss.arquillian.container.spi.client.container.DeployableContainer;
import org.jboss.arquillian.container.spi.client.protocol.ProtocolDescription;
import org.jboss.arquillian.container.spi.client.protocol.metadata.HTTPContext;
import org.jboss.arquillian.container.spi.client.protocol.metadata.ProtocolMetaData;
import org.jboss.arquillian.container.spi.client.protocol.metadata.Servlet;
import org.jboss.arquillian.core.spi.LoadableExtension;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.descriptor.api.Descriptor;

/**
 * Arquillian's way to the server that this build tests, whichever it is: the war of a test class is deployed, in an EAR of
 * its own, to the node that {@link ContainerServers} has started.
 */
public final class ArquillianServer implements LoadableExtension {

    private static final String ROOT = "/test";
    private static final String RUNNER = "ArquillianServletRunnerEE9";

    @Override
    public void register(ExtensionBuilder builder) {
        builder.service(DeployableContainer.class, Container.class);
    }

    /** There is nothing to configure: the build says which server it is. */
    public static final class Configuration implements ContainerConfiguration {

        @Override
        public void validate() {}
    }

    /** One node, kept for all test classes. */
    public static final class Container implements DeployableContainer<Configuration> {

        @Override
        public Class<Configuration> getConfigurationClass() {
            return Configuration.class;
        }

        @Override
        public void setup(Configuration configuration) {}

        @Override
        public void start() {}

        @Override
        public void stop() {}

        @Override
        public ProtocolDescription getDefaultProtocol() {
            return new ProtocolDescription("Servlet 5.0");
        }

        @Override
        public ProtocolMetaData deploy(Archive<?> war) {
            var node = ContainerServers.node();
            node.deploy(
                    TestEar.in(ContainerServers.folder(), Map.of(ROOT, war)),
                    List.of(ROOT + "/" + RUNNER, ROOT + "/health/ready"));
            var address = node.uri("/");
            return new ProtocolMetaData()
                    .addContext(new HTTPContext(address.getHost(), address.getPort()).add(new Servlet(RUNNER, ROOT)));
        }

        @Override
        public void undeploy(Archive<?> war) {
            ContainerServers.node().undeploy();
        }

        @Override
        public void deploy(Descriptor descriptor) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void undeploy(Descriptor descriptor) {
            throw new UnsupportedOperationException();
        }
    }
}
