package dev.antiphon.dev.runtime;

import dev.antiphon.command.Aggregate;
import dev.antiphon.events.EventModel;
import dev.antiphon.events.EventType;
import dev.antiphon.events.InvalidEventModelException;
import dev.antiphon.events.settings.CommonSettings;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.definition.ProjectionDefinition;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.Type;

/** The events of an application, who produces and who reads them, as its wars say. Nothing of them is deployed. */
public final class EventCatalogue {

    private static final DotName AGGREGATE = DotName.createSimple(Aggregate.class);

    /** What the wars say of one topic. */
    private static final class Entry {

        private final EventModel model;
        private final TreeSet<String> producers = new TreeSet<>();
        private final Map<ProjectionDefinition, String> groups = new HashMap<>();

        Entry(EventModel model) {
            this.model = model;
        }

        CataloguedTopic topic() {
            var events = new ArrayList<CataloguedEvent>();
            new TreeMap<>(model.classes()).forEach((name, event) -> events.add(event(name, event)));
            return new CataloguedTopic(model.topic().value(), model.topic().entity(), List.copyOf(producers), events);
        }

        private CataloguedEvent event(String name, Class<?> event) {
            var type = event.getAnnotation(EventType.class);
            var consumers = groups.entrySet().stream()
                    .filter(each -> each.getKey().handler(name).isPresent())
                    .map(Map.Entry::getValue)
                    .sorted()
                    .toList();
            return new CataloguedEvent(name, type.version(), type.oldestVersion(), PayloadField.of(event), consumers);
        }
    }

    private final Map<String, Entry> entries = new TreeMap<>();
    private final Environment environment;

    private EventCatalogue(Environment environment) {
        this.environment = environment;
    }

    /**
     * The topics of all events in some wars, by name. Where wars have an event in different versions, that of the first
     * war counts.
     *
     * @throws dev.antiphon.dev.process.StartFailure if a war cannot be read, or a projection cannot be made
     * @throws InvalidEventModelException if events break a rule that would stop a deployment
     * @throws dev.antiphon.projector.InvalidProjectionException if a projection does
     * @throws dev.antiphon.events.settings.InvalidSettingException if a war does not say which service it belongs to
     */
    public static List<CataloguedTopic> of(List<Path> wars, Environment environment) {
        var catalogue = new EventCatalogue(environment);
        var open = new ArrayDeque<WarContent>();
        try {
            for (var war : wars) {
                open.push(new WarContent(war));
                catalogue.add(open.getFirst());
            }
            return catalogue.entries.values().stream().map(Entry::topic).toList();
        } finally {
            open.forEach(WarContent::close);
        }
    }

    private void add(WarContent war) {
        var topics = new HashMap<DotName, String>();
        for (var model : war.events()) {
            topics.put(DotName.createSimple(model.family()), model.topic().value());
            entries.putIfAbsent(model.topic().value(), new Entry(model));
        }
        var producers = war.concreteSubclasses(Aggregate.class);
        var reads = !war.annotated(Projection.class).isEmpty();
        if (producers.isEmpty() && !reads) {
            return;
        }
        var service = war.settings(environment).text(CommonSettings.SERVICE);
        for (var aggregate : producers) {
            family(aggregate, war.index())
                    .map(family -> topic(topics, family, aggregate))
                    .ifPresent(topic -> entries.get(topic).producers.add(service + ": " + aggregate.simpleName()));
        }
        if (reads) {
            new ProjectorWar(war)
                    .projections()
                    .forEach(each -> entries.get(each.topic()).groups.put(each, each.group(service)));
        }
    }

    private static String topic(Map<DotName, String> topics, DotName family, ClassInfo aggregate) {
        var topic = topics.get(family);
        if (topic == null) {
            throw new InvalidEventModelException(aggregate.name() + " records events of " + family
                    + ", which is not a sealed interface with @Topic, but the events of an entity need one.");
        }
        return topic;
    }

    /** What stands for the parameter of {@link Aggregate}, also where classes lie between. */
    private static Optional<DotName> family(ClassInfo aggregate, IndexView index) {
        List<Type> arguments = List.of();
        for (var at = aggregate; at != null; at = index.getClassByName(at.superName())) {
            var parent = at.superClassType();
            if (parent.kind() != Type.Kind.PARAMETERIZED_TYPE) {
                arguments = List.of();
                continue;
            }
            arguments = resolved(parent.asParameterizedType().arguments(), at, arguments);
            if (parent.name().equals(AGGREGATE)) {
                return arguments.stream()
                        .filter(each -> each.kind() == Type.Kind.CLASS)
                        .map(Type::name)
                        .findFirst();
            }
        }
        return Optional.empty();
    }

    private static List<Type> resolved(List<Type> of, ClassInfo type, List<Type> arguments) {
        var variables =
                type.typeParameters().stream().map(each -> each.identifier()).toList();
        return of.stream()
                .map(each -> {
                    var place = each.kind() == Type.Kind.TYPE_VARIABLE
                            ? variables.indexOf(each.asTypeVariable().identifier())
                            : -1;
                    return place < 0 || place >= arguments.size() ? each : arguments.get(place);
                })
                .toList();
    }
}
