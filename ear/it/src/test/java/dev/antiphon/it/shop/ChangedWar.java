package dev.antiphon.it.shop;

import dev.antiphon.it.Artifacts;
import java.io.IOException;
import java.nio.file.Path;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The reference application's projector war with version 2 of the summary of orders, instead of version 1. */
final class ChangedWar {

    private static final String CLASSES = "WEB-INF/classes/";

    private ChangedWar() {}

    static Path in(Path folder) throws IOException {
        var war = folder.resolve("changed-projector.war");
        var archive = ShrinkWrap.createFromZipFile(
                WebArchive.class, Artifacts.war("projector").toFile());
        archive.delete(CLASSES
                + dev.antiphon.orders.projector.OrderSummaryProjection.class
                        .getName()
                        .replace('.', '/') + ".class");
        archive.addClass(dev.antiphon.it.shop.changed.OrderSummaryProjection.class)
                .as(ZipExporter.class)
                .exportTo(war.toFile(), true);
        return war;
    }
}
