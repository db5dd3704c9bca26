package dev.antiphon.events;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The events of one entity, read from the sealed interface that carries {@link Topic}: every permitted record is an
 * event with its name and version. Immutable; reading it checks rules E1, E7 and E8.
 */
public final class EventModel {

    private final Class<?> family;
    private final TopicName topic;
    private final Map<String, EventReader> readers = new HashMap<>();

    private EventModel(Class<?> family, TopicName topic) {
        this.family = family;
        this.topic = topic;
    }

    /**
     * Reads the family of events of one entity.
     *
     * @param family a sealed interface with {@link Topic} whose permitted types are records with {@link EventType}
     * @throws InvalidEventModelException if it is anything else, or a name breaks rule E1, two records share a name, one lacks
     *     an upcaster (E7) or has a {@link Sensitive} component, also in what it holds
     */
    public static EventModel of(Class<?> family) {
        var annotation = family.getAnnotation(Topic.class);
        if (annotation == null || !family.isInterface() || !family.isSealed()) {
            throw new InvalidEventModelException(
                    family.getName() + " is not a sealed interface with @Topic, but the events of an entity need one.");
        }
        var model = new EventModel(family, TopicName.of(annotation.value()));
        for (var type : records(family)) {
            var event = type.getAnnotation(EventType.class);
            if (event == null || !type.isRecord()) {
                throw new InvalidEventModelException(
                        type.getName() + " belongs to " + family.getName() + " but is no record with @EventType.");
            }
            EventName.check(type, event, model.topic);
            var reader = EventReader.of(type, event);
            SensitiveParts.first(type).ifPresent(path -> {
                throw new InvalidEventModelException("Event type '" + event.value() + "' of " + type.getName()
                        + " has the sensitive component '" + path
                        + "': leave it out, events carry no secrets and no personal data (rule E8).");
            });
            var other = model.readers.put(event.value(), reader);
            if (other != null) {
                throw new InvalidEventModelException("Event type '" + event.value() + "' is declared by both "
                        + other.event().getName() + " and " + type.getName() + ": give one of them another name.");
            }
        }
        return model;
    }

    /**
     * Finds the family that an event class belongs to.
     *
     * @throws InvalidEventModelException if it belongs to none
     */
    public static Class<?> familyOf(Class<?> event) {
        return findFamily(event)
                .orElseThrow(
                        () -> new InvalidEventModelException(
                                event.getName()
                                        + " implements no sealed interface with @Topic, so its topic is unknown: let it implement one."));
    }

    private static Optional<Class<?>> findFamily(@Nullable Class<?> type) {
        if (type == null) {
            return Optional.empty();
        }
        if (type.isAnnotationPresent(Topic.class)) {
            return Optional.of(type);
        }
        for (var parent : type.getInterfaces()) {
            var found = findFamily(parent);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static List<Class<?>> records(Class<?> family) {
        var found = new ArrayList<Class<?>>();
        for (var permitted : family.getPermittedSubclasses()) {
            if (permitted.isInterface() && permitted.isSealed()) {
                found.addAll(records(permitted));
            } else {
                found.add(permitted);
            }
        }
        return found;
    }

    /**
     * Checks that a class is a snapshot of this entity's aggregates (rules S3, E8).
     *
     * @throws InvalidEventModelException if it is no record with {@link SnapshotOf}, or of another entity, or has a
     *     {@link Sensitive} component
     */
    public void checkSnapshot(Class<?> snapshot) {
        var of = snapshot.getAnnotation(SnapshotOf.class);
        if (of == null || !snapshot.isRecord() || !AggregateSnapshot.class.isAssignableFrom(snapshot)) {
            throw new InvalidEventModelException(snapshot.getName() + " is to be a snapshot, but is no record with"
                    + " @SnapshotOf that implements AggregateSnapshot.");
        }
        if (of.value() != family) {
            throw new InvalidEventModelException(snapshot.getName() + " is a snapshot of "
                    + of.value().getSimpleName() + ", but one of " + family.getSimpleName() + " is needed here.");
        }
        SensitiveParts.first(snapshot).ifPresent(path -> {
            throw new InvalidEventModelException("Snapshot " + snapshot.getName() + " has the sensitive component '"
                    + path + "': leave it out, read models carry no secrets and no personal data (rule E8).");
        });
    }

    /** The sealed interface that was read. */
    public Class<?> family() {
        return family;
    }

    /** The topic that every event of this entity goes to. */
    public TopicName topic() {
        return topic;
    }

    /** The record for a name, or empty where the name is not one of this entity's. */
    public Optional<Class<?>> classOf(String eventType) {
        return reader(eventType).map(EventReader::event);
    }

    /** What reads the payloads of a name, or empty where the name is not one of this entity's. */
    public Optional<EventReader> reader(String eventType) {
        return Optional.ofNullable(readers.get(eventType));
    }

    /** All names with their records. */
    public Map<String, Class<?>> classes() {
        return readers.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, each -> each.getValue().event()));
    }
}
