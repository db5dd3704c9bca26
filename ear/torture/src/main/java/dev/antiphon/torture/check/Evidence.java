package dev.antiphon.torture.check;

import dev.antiphon.torture.fault.Poison;
import dev.antiphon.torture.traffic.Journal;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is known of a run: what clients were told, and what is found in databases, topics and processes afterwards.
 *
 * @param events the outbox, in the order of its ids
 * @param versions of each product and order in the write store
 * @param records the topics, partition by partition, each in order
 */
public record Evidence(
        List<Journal.Entry> commands,
        List<Journal.Repeat> repeats,
        List<Journal.Reading> readings,
        List<Journal.Push> pushes,
        List<StoredEvent> events,
        Map<String, Long> versions,
        List<TopicRecord> records,
        List<ReadModel> readModels,
        List<Letter> letters,
        List<String> parked,
        List<Poison.Given> poison,
        Backlog backlog,
        List<Growth> growths) {

    /** An event as it was committed with its aggregate. */
    public record StoredEvent(
            String topic, String aggregateId, long version, String type, String correlationId, String payload) {}

    /** A record as it lies on a topic. */
    public record TopicRecord(
            String topic, int partition, long offset, String key, long version, String type, String payload) {

        /** Where it lies. */
        public String place() {
            return topic + "-" + partition + " offset " + offset;
        }
    }

    /** A read model's rows, and those that the write store says it has to have; as text, in any order. */
    public record ReadModel(String name, List<String> expected, List<String> actual) {}

    /**
     * A dead letter of a projection.
     *
     * @param copied whether it is on the topic of dead letters
     */
    public record Letter(String projection, String topic, String key, String reason, boolean copied) {}

    /**
     * What has still to be done.
     *
     * @param unsent events in the outbox
     * @param lag records that projections have not passed, by projection and partition
     */
    public record Backlog(long unsent, Map<String, Long> lag, long unpushed, long uncopied) {

        public static final Backlog NONE = new Backlog(0, Map.of(), 0, 0);

        public boolean isNone() {
            return unsent == 0 && lag.isEmpty() && unpushed == 0 && uncopied == 0;
        }
    }

    /**
     * What a node held when it was warm, and at the end.
     *
     * @param seconds in between
     */
    public record Growth(String node, long seconds, Vitals before, Vitals after) {}

    /**
     * What a process holds.
     *
     * @param threads but for those of the pool that takes requests, whose number the server's settings bound
     * @param connections that it has opened to others
     * @param heapBytes used after a collection
     */
    public record Vitals(int threads, int connections, long heapBytes) {}

    /** What there is some of. */
    public enum Kind {
        COMMANDS(true),
        SENT_AGAIN(false),
        READINGS(true),
        PUSHES(true),
        EVENTS(true),
        RECORDS(true),
        ROWS(true),
        POISONS(false),
        NODES_THAT_LIVED_LONG(false);

        private final boolean needed;

        Kind(boolean needed) {
            this.needed = needed;
        }

        /** Whether every run has some. */
        public boolean needed() {
            return needed;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** How much there is of each. */
    public Map<Kind, Integer> amounts() {
        var amounts = new EnumMap<Kind, Integer>(Kind.class);
        amounts.put(Kind.COMMANDS, commands.size());
        amounts.put(Kind.SENT_AGAIN, repeats.size());
        amounts.put(Kind.READINGS, readings.size());
        amounts.put(Kind.PUSHES, pushes.size());
        amounts.put(Kind.EVENTS, events.size());
        amounts.put(Kind.RECORDS, records.size());
        amounts.put(
                Kind.ROWS,
                readModels.stream().mapToInt(model -> model.expected().size()).sum());
        amounts.put(Kind.POISONS, poison.size());
        amounts.put(Kind.NODES_THAT_LIVED_LONG, growths.size());
        return amounts;
    }

    /** What is known while the run goes on. */
    public static Evidence soFar(Journal journal) {
        return new Evidence(
                journal.entries(),
                journal.repeats(),
                journal.readings(),
                journal.pushes(),
                List.of(),
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Backlog.NONE,
                List.of());
    }
}
