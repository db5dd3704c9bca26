package dev.antiphon.it.server;

import dev.antiphon.it.Artifacts;
import dev.antiphon.it.server.empty.Nothing;
import dev.antiphon.it.server.empty.Ready;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Wars as the application ships them: in an EAR of its name and with its server's descriptor, which has nothing else. */
public final class TestEar {

    private static final String WILDFLY = "META-INF/jboss-deployment-structure.xml";

    private TestEar() {}

    /**
     * Writes it into the folder, over the last one.
     *
     * @param wars by their context roots
     */
    public static Path in(Path folder, Map<String, ? extends Archive<?>> wars) {
        var ear = ShrinkWrap.create(EnterpriseArchive.class, "test.ear");
        var modules = new StringBuilder();
        wars.forEach((root, war) -> {
            ear.addAsModule(war);
            modules.append("<module><web><web-uri>%s</web-uri><context-root>%s</context-root></web></module>"
                    .formatted(war.getName(), root));
        });
        ear.setApplicationXML(new StringAsset("""
                <application xmlns="https://jakarta.ee/xml/ns/jakartaee" version="10">
                    <application-name>orders</application-name>%s
                </application>
                """.formatted(modules)));
        ear.add(shipped().get(WILDFLY).getAsset(), WILDFLY);
        var file = folder.resolve("test.ear");
        ear.as(ZipExporter.class).exportTo(file.toFile(), true);
        return file;
    }

    private static EnterpriseArchive shipped() {
        return ShrinkWrap.create(ZipImporter.class)
                .importFrom(Artifacts.ear().toFile())
                .as(EnterpriseArchive.class);
    }

    /** One of the same shape as the application's, three wars with beans and resources, that does nothing. */
    public static Path empty(Path folder) {
        var wars = new LinkedHashMap<String, Archive<?>>();
        for (var root : ServerUnderTest.CONTEXT_ROOTS) {
            wars.put(
                    root,
                    ShrinkWrap.create(WebArchive.class, "empty-" + root.substring(1) + ".war")
                            .addClasses(Nothing.class, Ready.class)
                            .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml"));
        }
        return in(folder, wars);
    }
}
