package dev.antiphon.dev.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.antiphon.command.Aggregate;
import dev.antiphon.events.EventType;
import dev.antiphon.events.InvalidEventModelException;
import dev.antiphon.events.Topic;
import dev.antiphon.events.Upcaster;
import dev.antiphon.events.settings.InvalidSettingException;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.Strategy;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventCatalogueTest {

    @Topic("library.lending.book")
    public sealed interface BookEvent permits BookLent, BookReturned {}

    @EventType(value = "book.lent", version = 3, oldestVersion = 2, upcasters = FromTwo.class)
    public record BookLent(
            String bookId,
            @JsonProperty("member") UUID to,
            @Nullable Instant until,
            LocalDate since,
            BigDecimal fee,
            boolean online,
            Size size,
            List<Part> parts,
            Map<String, Integer> pages)
            implements BookEvent {}

    @EventType("book.returned")
    public record BookReturned() implements BookEvent {}

    public enum Size {
        SMALL,
        LARGE
    }

    /** Parts have parts. */
    public record Part(String name, int[] weights, List<Part> parts) {}

    public static class FromTwo implements Upcaster {

        @Override
        public int from() {
            return 2;
        }

        @Override
        public ObjectNode upcast(ObjectNode payload) {
            return payload;
        }
    }

    public abstract static class Kept<X, E> extends Aggregate<E> {}

    public abstract static class Lendable<E> extends Kept<String, E> {}

    public static class Book extends Lendable<BookEvent> {

        @Override
        public String id() {
            return "";
        }
    }

    /** Mentions aggregates and is none. */
    public static class Books {

        Aggregate<BookEvent> one;
    }

    @Projection(name = "loans", version = 2, events = BookEvent.class, strategy = Strategy.VERSION_GUARD)
    public static class Loans {

        public void on(BookLent event, ReadDatabase db) {}
    }

    private static final Map<String, byte[]> SETTINGS = Map.of(
            "WEB-INF/classes/META-INF/microprofile-config.properties",
            "antiphon.service=lending\n".getBytes(StandardCharsets.ISO_8859_1));

    @TempDir
    Path folder;

    private Path war(String name, Map<String, byte[]> settings, Class<?>... types) throws IOException {
        var entries = new HashMap<>(settings);
        entries.put("WEB-INF/lib/framework.jar", jar(Aggregate.class));
        entries.put(
                "WEB-INF/lib/events.jar",
                jar(
                        EventCatalogueTest.class,
                        BookEvent.class,
                        BookLent.class,
                        BookReturned.class,
                        Size.class,
                        Part.class,
                        FromTwo.class));
        for (var type : types) {
            entries.put(WarFiles.ofWar(type), WarFiles.bytes(type));
        }
        return WarFiles.write(folder.resolve(name), entries);
    }

    private static byte[] jar(Class<?>... types) throws IOException {
        var entries = new HashMap<String, byte[]>();
        for (var type : types) {
            entries.put(WarFiles.file(type), WarFiles.bytes(type));
        }
        return WarFiles.zip(entries);
    }

    private static List<CataloguedTopic> catalogue(Path... wars) {
        return EventCatalogue.of(List.of(wars), new Environment(Map.of()));
    }

    @Test
    void saysWhoProducesAnEventAndWhoReadsIt() throws IOException {
        var topics = catalogue(
                war("command.war", SETTINGS, Kept.class, Lendable.class, Book.class, Books.class),
                war("projector.war", SETTINGS, Loans.class));
        assertThat(topics).singleElement().satisfies(topic -> {
            assertThat(topic.name()).isEqualTo("library.lending.book");
            assertThat(topic.aggregateType()).isEqualTo("book");
            assertThat(topic.producers()).containsExactly("lending: Book");
            assertThat(topic.events())
                    .extracting(CataloguedEvent::type, CataloguedEvent::version, CataloguedEvent::oldest)
                    .containsExactly(tuple("book.lent", 3, 2), tuple("book.returned", 1, 1));
            assertThat(topic.events().get(0).consumers()).containsExactly("lending-loans-v2");
            assertThat(topic.events().get(1).consumers()).isEmpty();
            assertThat(topic.events().get(1).fields()).isEmpty();
        });
    }

    @Test
    void listsTheFieldsOfThePayloadAsTheyAreInItsJson() throws IOException {
        var event = catalogue(war("projector.war", SETTINGS, Loans.class))
                .get(0)
                .events()
                .get(0);
        assertThat(event.fields())
                .containsExactly(
                        new PayloadField("bookId", "text", false),
                        new PayloadField("member", "UUID", false),
                        new PayloadField("until", "instant", true),
                        new PayloadField("since", "date", false),
                        new PayloadField("fee", "number", false),
                        new PayloadField("online", "true or false", false),
                        new PayloadField("size", "SMALL, LARGE", false),
                        new PayloadField("parts", "list of objects", false),
                        new PayloadField("parts[].name", "text", false),
                        new PayloadField("parts[].weights", "list of whole number", false),
                        new PayloadField("parts[].parts", "list of objects", false),
                        new PayloadField("pages", "object with any names, of whole number", false));
    }

    @Test
    void aWarWithoutASenderSaysNothingOfProducers() throws IOException {
        assertThat(catalogue(war("projector.war", SETTINGS, Loans.class)))
                .singleElement()
                .extracting(CataloguedTopic::producers)
                .isEqualTo(List.of());
    }

    /** Records what belongs to no topic. */
    public static class Stray extends Lendable<String> {

        @Override
        public String id() {
            return "";
        }
    }

    @Test
    void anAggregateWhoseEventsHaveNoTopicIsRefused() throws IOException {
        var war = war("command.war", SETTINGS, Kept.class, Lendable.class, Stray.class);
        assertThatExceptionOfType(InvalidEventModelException.class)
                .isThrownBy(() -> catalogue(war))
                .withMessageContainingAll("Stray", "java.lang.String", "@Topic");
    }

    @Test
    void aWarThatBelongsToNoServiceIsRefused() throws IOException {
        var war = war("projector.war", Map.of(), Loans.class);
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> catalogue(war))
                .withMessageContaining("antiphon.service");
    }
}
