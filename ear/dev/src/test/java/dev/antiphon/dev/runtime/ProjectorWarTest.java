package dev.antiphon.dev.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.orders.events.ProductEvent;
import dev.antiphon.orders.events.ProductListed;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.definition.ProjectionDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectorWarTest {

    @Projection(name = "first", events = ProductEvent.class, strategy = Strategy.VERSION_GUARD)
    public static class First {

        private static int made;

        public First() {
            made++;
        }

        public void on(ProductListed event, ReadDatabase db) {}
    }

    @Projection(name = "second", events = ProductEvent.class, strategy = Strategy.VERSION_GUARD)
    public static class Second extends First {}

    @Projection(name = "needy", events = ProductEvent.class, strategy = Strategy.VERSION_GUARD)
    public static class Needy extends First {

        public Needy(String something) {}
    }

    /** Names the annotation and has it not. */
    public static class Mentioning {

        Class<?> mentioned = Projection.class;
    }

    @TempDir
    Path folder;

    private Path war(Map<String, byte[]> entries) throws IOException {
        return WarFiles.write(folder.resolve("some.war"), entries);
    }

    private static void refused(Path war, String... message) {
        assertThatExceptionOfType(StartFailure.class)
                .isThrownBy(() -> {
                    try (var projector = new ProjectorWar(war)) {
                        projector.projections();
                    }
                })
                .withMessageContainingAll(message);
    }

    @Test
    void findsProjectionsInClassesAndLibraries() throws IOException {
        var war = war(Map.of(
                WarFiles.ofWar(Second.class),
                WarFiles.bytes(Second.class),
                WarFiles.ofWar(Mentioning.class),
                WarFiles.bytes(Mentioning.class),
                "WEB-INF/lib/mine.jar",
                WarFiles.zip(Map.of(WarFiles.file(First.class), WarFiles.bytes(First.class))),
                "index.html",
                new byte[0]));
        try (var projector = new ProjectorWar(war)) {
            assertThat(projector.projections().stream().map(ProjectionDefinition::key))
                    .containsExactly("first", "second");
        }
        assertThat(First.made)
                .as("made of the class that is on this class path")
                .isZero();
    }

    @Test
    void saysWhatIsWrongWithAWar() throws IOException {
        refused(folder.resolve("none.war"), "does not exist", "--war");
        refused(war(Map.of("index.html", new byte[0])), "has no projections", "@Projection");
        refused(
                war(Map.of(WarFiles.ofWar(Needy.class), WarFiles.bytes(Needy.class))),
                "Needy",
                "constructor without parameters");
        refused(Files.writeString(folder.resolve("text.war"), "no zip"), "Cannot read", "text.war");
        refused(war(Map.of("WEB-INF/classes/../../../outside.class", new byte[0])), "lies outside");
    }
}
