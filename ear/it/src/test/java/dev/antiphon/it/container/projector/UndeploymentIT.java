package dev.antiphon.it.container.projector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.antiphon.it.container.OnPayaraMicro;
import dev.antiphon.it.container.TestWar;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.asset.ArchiveAsset;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/**
 * What a projector leaves behind when it is undeployed. The connector ends the whole server to undeploy, so this test
 * is a war beside: it has the server deploy and undeploy the projector's war, and looks at the threads.
 */
@OnPayaraMicro
class UndeploymentIT {

    private static final String NAME = "leaving";

    /** A class that this war does not have. */
    private static final String PROJECTION = UndeploymentIT.class.getPackageName() + ".CrateContent";

    @Deployment
    static WebArchive war() {
        var leaving = TestWar.of("projector")
                .addClasses(
                        CrateEvent.class,
                        CrateContent.class,
                        CrateLabel.class,
                        CrateSeal.class,
                        Rendezvous.class,
                        Witness.class)
                .addAsResource(
                        "container/projector/microprofile-config.properties",
                        "META-INF/microprofile-config.properties");
        return TestWar.of("projector", "antiphon-", "kafka-", "micrometer-", "prometheus-")
                .addClass(UndeploymentIT.class)
                .addAsResource(new ArchiveAsset(leaving, ZipExporter.class), "leaving.war");
    }

    /** The server as an application of the Payara Micro API sees it; the API's jar is not at hand here. */
    private static Object server() throws ReflectiveOperationException {
        var server = Class.forName("fish.payara.micro.impl.PayaraMicroImpl");
        var instance = server.getMethod("getInstance").invoke(null);
        return server.getMethod("getRuntime").invoke(instance);
    }

    private static void deploy() throws Exception {
        var server = server();
        try (var war = UndeploymentIT.class.getResourceAsStream("/leaving.war")) {
            server.getClass()
                    .getMethod("deploy", String.class, String.class, InputStream.class)
                    .invoke(server, NAME, NAME, war);
        }
    }

    private static void undeploy() throws ReflectiveOperationException {
        var server = server();
        server.getClass().getMethod("undeploy", String.class).invoke(server, NAME);
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet();
    }

    private static Set<String> kafkaThreads() {
        return threads().stream()
                .map(Thread::getName)
                .filter(name -> name.toLowerCase(Locale.ROOT).contains("kafka"))
                .collect(Collectors.toSet());
    }

    private static boolean isOfTheProjector(ClassLoader loader) {
        try {
            return loader != null
                    && loader != UndeploymentIT.class.getClassLoader()
                    && loader.loadClass(PROJECTION).getClassLoader() == loader;
        } catch (ClassNotFoundException | IllegalStateException e) {
            return false; // of another war, or of one that is undeployed
        }
    }

    /** Deploys it, waits until its projections run, and undeploys it. */
    private static WeakReference<ClassLoader> comeAndGo() throws Exception {
        deploy();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> kafkaThreads().stream()
                                .filter(name -> name.startsWith("kafka-coordinator-heartbeat-thread | crates-"))
                                .count()
                        == 3);
        var loader = threads().stream()
                .map(Thread::getContextClassLoader)
                .filter(UndeploymentIT::isOfTheProjector)
                .map(WeakReference::new)
                .findAny()
                .orElseThrow();
        undeploy();
        return loader;
    }

    @Test
    void neitherThreadsNorClassesOutliveAnUndeployment() throws Exception {
        var first = comeAndGo();

        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(kafkaThreads()).isEmpty();
            assertThat(threads())
                    .extracting(Thread::getContextClassLoader)
                    .filteredOn(Objects::nonNull)
                    .noneMatch(first::refersTo);
        });

        // The server itself keeps the loader of the last war that it has undeployed, whatever that was.
        comeAndGo();
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            System.gc();
            return first.refersTo(null);
        });
    }
}
