package dev.antiphon.events;

import java.util.Set;
import java.util.regex.Pattern;

/** Checks an event's name against rule E1: {@code <entity>.<action>} with the action in the past tense. */
final class EventName {

    private static final Pattern FORM = Pattern.compile("([a-z][a-z0-9_]*)\\.([a-z][a-z0-9_]*)");

    private static final Set<String> IRREGULAR_PAST = Set.of(
            "begun",
            "bought",
            "bound",
            "broken",
            "brought",
            "built",
            "chosen",
            "cut",
            "done",
            "drawn",
            "driven",
            "fallen",
            "found",
            "frozen",
            "given",
            "gone",
            "grown",
            "held",
            "hidden",
            "kept",
            "known",
            "left",
            "lent",
            "lost",
            "made",
            "met",
            "paid",
            "put",
            "read",
            "rebuilt",
            "run",
            "seen",
            "sent",
            "set",
            "shown",
            "shut",
            "sold",
            "spent",
            "split",
            "spoken",
            "swept",
            "taken",
            "thrown",
            "told",
            "understood",
            "undone",
            "withdrawn",
            "won",
            "written");

    private EventName() {}

    static void check(Class<?> type, EventType annotation, TopicName topic) {
        var matcher = FORM.matcher(annotation.value());
        if (!matcher.matches()) {
            throw refused(type, annotation, "is not of the form <entity>.<action> in lower case");
        }
        if (!matcher.group(1).equals(topic.entity())) {
            throw refused(type, annotation, "does not begin with '" + topic.entity() + ".', the entity of " + topic);
        }
        if (!annotation.irregular() && !isPastTense(matcher.group(2))) {
            throw refused(
                    type,
                    annotation,
                    "has no action in the past tense, such as order.confirmed (a rare irregular verb takes irregular = true)");
        }
        if (annotation.version() < 1) {
            throw refused(type, annotation, "has schema version " + annotation.version() + ", but versions start at 1");
        }
    }

    private static boolean isPastTense(String action) {
        var lastWord = action.substring(action.lastIndexOf('_') + 1);
        return lastWord.endsWith("ed") || IRREGULAR_PAST.contains(lastWord);
    }

    private static InvalidEventModelException refused(Class<?> type, EventType annotation, String why) {
        return new InvalidEventModelException(
                "Event type '" + annotation.value() + "' of " + type.getName() + " " + why + ": rename it (rule E1).");
    }
}
