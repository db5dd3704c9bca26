package dev.antiphon.it.server;

import dev.antiphon.it.server.empty.Nothing;
import dev.antiphon.it.server.empty.Ready;
import java.nio.file.Path;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** An EAR of the same shape as the application's, three wars with beans and resources, that does nothing. */
public final class EmptyEar {

    private EmptyEar() {}

    /** Writes it into the folder. */
    public static Path in(Path folder) {
        var ear = ShrinkWrap.create(EnterpriseArchive.class, "empty.ear");
        var modules = new StringBuilder();
        for (var root : ServerUnderTest.CONTEXT_ROOTS) {
            var name = "empty-" + root.substring(1) + ".war";
            ear.addAsModule(ShrinkWrap.create(WebArchive.class, name)
                    .addClasses(Nothing.class, Ready.class)
                    .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml"));
            modules.append("<module><web><web-uri>%s</web-uri><context-root>%s</context-root></web></module>"
                    .formatted(name, root));
        }
        ear.setApplicationXML(new StringAsset("""
                <application xmlns="https://jakarta.ee/xml/ns/jakartaee" version="10">
                    <application-name>orders</application-name>%s
                </application>
                """.formatted(modules)));
        var file = folder.resolve("empty.ear");
        ear.as(ZipExporter.class).exportTo(file.toFile(), true);
        return file;
    }
}
