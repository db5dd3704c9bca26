package dev.antiphon.it.container;

import dev.antiphon.it.Artifacts;
import dev.antiphon.it.Http;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import java.io.File;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.Arrays;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Small wars around the framework's jars exactly as the reference application ships them. */
public final class TestWar {

    private TestWar() {}

    /**
     * A war with the libraries of one side, without the reference application.
     *
     * @param side {@code command-side}, {@code projector} or {@code query-side}
     * @param without beginnings of the names of libraries that are left out
     */
    public static WebArchive of(String side, String... without) {
        var shipped = ShrinkWrap.create(ZipImporter.class)
                .importFrom(Artifacts.war(side).toFile())
                .as(WebArchive.class);
        var war = ShrinkWrap.create(WebArchive.class, "test.war")
                .addPackage(TestWar.class.getPackage())
                .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml")
                .addAsResource(
                        shipped.get("WEB-INF/classes/META-INF/microprofile-config.properties")
                                .getAsset(),
                        "META-INF/microprofile-config.properties");
        var descriptor = shipped.get("WEB-INF/glassfish-web.xml");
        if (descriptor != null) {
            war.addAsWebInfResource(descriptor.getAsset(), "glassfish-web.xml");
        }
        shipped.getContent(path ->
                        path.get().startsWith("/WEB-INF/lib/") && !path.get().startsWith("/WEB-INF/lib/orders-"))
                .forEach((path, node) -> {
                    var name = path.get().substring("/WEB-INF/lib/".length());
                    if (node.getAsset() != null && Arrays.stream(without).noneMatch(name::startsWith)) {
                        war.addAsLibrary(node.getAsset(), name);
                    }
                });
        return war.addAsLibraries(fromClassPath("assertj-core", "awaitility", "hamcrest", "byte-buddy"));
    }

    /**
     * Within the server: a data source by the name that it has there. {@code @Resource(lookup)} would not do: without
     * {@code java:} its name is one of the war's own on some servers.
     */
    public static DataSource dataSource(String name) {
        return find(name);
    }

    /** Within the server: the executor that every war has. Not every server injects into a class of tests. */
    public static ManagedExecutorService executor() {
        return find("java:comp/DefaultManagedExecutorService");
    }

    private static <T> T find(String name) {
        try {
            return InitialContext.doLookup(name);
        } catch (NamingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A client of the war at that address; the server listens on the loopback alone, but may name another host. */
    public static Http client(URL address) {
        return new Http(uri(address, ""));
    }

    /** A path of the deployed war. */
    public static URI uri(URL address, String path) {
        return URI.create("http://127.0.0.1:" + address.getPort() + address.getPath())
                .resolve(path);
    }

    /** The jars of the test's class path whose names begin so, for a war that needs more. */
    public static File[] fromClassPath(String... names) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> Arrays.stream(names)
                        .anyMatch(
                                name -> Path.of(entry).getFileName().toString().startsWith(name + "-")))
                .map(File::new)
                .toArray(File[]::new);
    }
}
