package dev.antiphon.torture.check;

import dev.antiphon.torture.check.Evidence.StoredEvent;
import dev.antiphon.torture.check.Evidence.TopicRecord;
import dev.antiphon.torture.fault.Poison;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * On its topic each aggregate's story is told from the beginning, in the order of versions, without a hole, as it was
 * committed. Records may come twice: their first occurrences count.
 */
final class TopicOrder implements Check {

    private record Key(String topic, String aggregateId, long version) {}

    @Override
    public String name() {
        return "on the topics first occurrences are in version order without a hole";
    }

    @Override
    public List<Violation> violations(Evidence evidence) {
        Map<Key, StoredEvent> stored = new HashMap<>();
        evidence.events()
                .forEach(event -> stored.put(new Key(event.topic(), event.aggregateId(), event.version()), event));
        var violations = new ArrayList<Violation>();
        Map<Key, Integer> partitions = new HashMap<>();
        Map<Key, Long> last = new HashMap<>();
        for (var record : evidence.records()) {
            if (record.key().startsWith(Poison.KEY)) {
                continue;
            }
            var aggregate = new Key(record.topic(), record.key(), 0);
            var partition = partitions.putIfAbsent(aggregate, record.partition());
            if (partition != null && partition != record.partition()) {
                violations.add(new Violation("is in partition " + partition + ", too", where(record)));
            }
            var before = last.getOrDefault(aggregate, 0L);
            if (record.version() == before + 1) {
                last.put(aggregate, record.version());
            } else if (record.version() > before) {
                violations.add(new Violation("comes first after version " + before, where(record)));
                last.put(aggregate, record.version());
            }
            var event = stored.get(new Key(record.topic(), record.key(), record.version()));
            if (event == null) {
                violations.add(new Violation("was never committed", where(record)));
            } else if (!event.type().equals(record.type()) || !event.payload().equals(record.payload())) {
                violations.add(new Violation("is not what was committed: " + event, where(record)));
            }
        }
        stored.forEach((key, event) -> {
            if (last.getOrDefault(new Key(key.topic(), key.aggregateId(), 0), 0L) < key.version()) {
                violations.add(new Violation(
                        "version " + key.version() + " (" + event.type() + ") is not on " + key.topic(),
                        key.aggregateId()));
            }
        });
        return violations;
    }

    private static String where(TopicRecord record) {
        return record.key() + " version " + record.version() + " (" + record.type() + ", " + record.place() + ")";
    }
}
