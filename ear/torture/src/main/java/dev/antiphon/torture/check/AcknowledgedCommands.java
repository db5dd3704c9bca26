package dev.antiphon.torture.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.antiphon.torture.check.Evidence.StoredEvent;
import dev.antiphon.torture.traffic.Journal;
import dev.antiphon.torture.traffic.Outcome.Verdict;
import dev.antiphon.torture.traffic.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Whatever was acknowledged is in the write store, as it was asked for and with the version that was answered. */
final class AcknowledgedCommands implements Check {

    private static final JsonMapper JSON = new JsonMapper();

    @Override
    public String name() {
        return "no acknowledged command is missing";
    }

    @Override
    public List<Violation> violations(Evidence evidence) {
        Map<Long, StoredEvent> effects = new HashMap<>();
        evidence.events().forEach(event -> effects.put(Request.numberIn(event.correlationId()), event));
        var violations = new ArrayList<Violation>();
        for (var command : evidence.commands()) {
            if (command.outcome().verdict() == Verdict.ACKNOWLEDGED) {
                var event = effects.get(command.request().number());
                var wrong = event == null ? "is acknowledged, and has no event" : difference(command, event);
                if (wrong.isEmpty() && evidence.versions().getOrDefault(event.aggregateId(), 0L) < event.version()) {
                    wrong = "is acknowledged with version " + event.version()
                            + ", and the aggregate has not come so far";
                }
                if (!wrong.isEmpty()) {
                    violations.add(new Violation(wrong, command.request().toString()));
                }
            }
        }
        return violations;
    }

    private static String difference(Journal.Entry command, StoredEvent event) {
        var request = command.request();
        if (!event.aggregateId().equals(request.aggregateId())
                || !event.type().equals(request.kind().eventType())) {
            return "has the event " + event;
        }
        if (event.version() != command.outcome().version()) {
            return "was answered version " + command.outcome().version() + ", and its event has " + event.version();
        }
        if (request.ifMatch() != null && event.version() != request.ifMatch() + 1) {
            return "came with If-Match " + request.ifMatch() + ", and made version " + event.version();
        }
        var payload = read(event.payload());
        for (var field : request.content().entrySet()) {
            if (!payload.path(field.getKey()).asText().equals(field.getValue())) {
                return "set " + field + ", and its event says " + event.payload();
            }
        }
        return "";
    }

    private static JsonNode read(String payload) {
        try {
            return JSON.readTree(payload);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("No JSON in the outbox: " + payload, e);
        }
    }
}
