package dev.antiphon.it.container;

import dev.antiphon.it.Artifacts;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
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
     */
    public static WebArchive of(String side) {
        var shipped = ShrinkWrap.create(ZipImporter.class).importFrom(Artifacts.war(side).toFile()).as(WebArchive.class);
        var war = ShrinkWrap.create(WebArchive.class, "test.war")
                .addPackage(TestWar.class.getPackage())
                .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml")
                .addAsWebInfResource(
                        shipped.get("WEB-INF/glassfish-web.xml").getAsset(), "glassfish-web.xml")
                .addAsResource(
                        shipped.get("WEB-INF/classes/META-INF/microprofile-config.properties").getAsset(),
                        "META-INF/microprofile-config.properties");
        shipped.getContent(path -> path.get().startsWith("/WEB-INF/lib/") && !path.get().contains("orders-"))
                .forEach((path, node) -> {
                    if (node.getAsset() != null) {
                        war.addAsLibrary(node.getAsset(), path.get().substring("/WEB-INF/lib/".length()));
                    }
                });
        return war.addAsLibraries(fromClassPath("assertj-core", "awaitility", "hamcrest", "byte-buddy"));
    }

    private static File[] fromClassPath(String... names) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> Arrays.stream(names)
                        .anyMatch(name -> Path.of(entry).getFileName().toString().startsWith(name + "-")))
                .map(File::new)
                .toArray(File[]::new);
    }
}
