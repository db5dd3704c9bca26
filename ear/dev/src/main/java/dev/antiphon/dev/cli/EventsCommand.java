package dev.antiphon.dev.cli;

import dev.antiphon.dev.runtime.CataloguedEvent;
import dev.antiphon.dev.runtime.CataloguedTopic;
import dev.antiphon.dev.runtime.Environment;
import dev.antiphon.dev.runtime.EventCatalogue;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints the catalogue of events. */
@Command(
        name = "events",
        description = {
            "Prints which events there are, in Markdown: topics, types, versions and fields of the payloads, which aggregates"
                    + " produce them and which projections read them. All of it is read from the code in the wars; no server is"
                    + " asked.",
            "With --json, for each event: topic, aggregateType, producers (service and entity), type, version, oldestVersion"
                    + " (that can still be read), fields (name, type, optional), consumers (their groups)."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = Examples.HEADING,
        footer = {
            "  ./antiphon events > docs/events.md",
            "  ./antiphon events --war library-command.war library-projector.war --json",
        })
public final class EventsCommand implements Callable<Integer> {

    @Mixin
    private WarsOption wars;

    @Mixin
    private ProjectOption project;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        var topics = EventCatalogue.of(wars.filesOr(project.folder()), new Environment(System.getenv()));
        output.say(
                "# Events\n\nThe key of each record is the id of its aggregate, its value is JSON with the fields below;"
                        + "\nwhat is optional is absent rather than null.");
        for (var topic : topics) {
            output.say("\n## " + topic.name() + "\n\nEvents of `" + topic.aggregateType() + "`, produced by "
                    + listed(topic.producers(), "nobody in these wars") + ".");
            topic.events().forEach(event -> tell(topic, event));
        }
        return 0;
    }

    private void tell(CataloguedTopic topic, CataloguedEvent event) {
        var object = new JsonLine()
                .with("topic", topic.name())
                .with("aggregateType", topic.aggregateType())
                .with("producers", topic.producers())
                .with("type", event.type())
                .with("version", event.version())
                .with("oldestVersion", event.oldest())
                .with("fields", event.fields())
                .with("consumers", event.consumers());
        output.tell(object, text(event));
    }

    private static String text(CataloguedEvent event) {
        var text = new StringBuilder("\n### ")
                .append(event.type())
                .append("\n\nVersion ")
                .append(event.version());
        if (event.oldest() < event.version()) {
            text.append("; those from version ").append(event.oldest()).append(" on can be read");
        }
        text.append(". Read by ")
                .append(listed(event.consumers(), "no projection in these wars"))
                .append('.');
        if (event.fields().isEmpty()) {
            return text.append(" No fields.").toString();
        }
        text.append("\n\n| field | type |\n|---|---|");
        for (var field : event.fields()) {
            text.append("\n| `").append(field.path()).append("` | ").append(field.type());
            text.append(field.optional() ? ", optional |" : " |");
        }
        return text.toString();
    }

    private static String listed(List<String> names, String none) {
        return names.isEmpty() ? none : "`" + String.join("`, `", names) + "`";
    }
}
