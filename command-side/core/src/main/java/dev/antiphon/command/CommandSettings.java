package dev.antiphon.command;

import dev.antiphon.events.Setting;
import java.util.List;

/** The settings of the command side. */
public final class CommandSettings {

    public static final Setting DATA_SOURCE = new Setting(
            "antiphon.write.datasource", "jdbc/write", "JNDI name of the JTA data source of the write database.");
    public static final Setting ATTEMPTS = new Setting(
            "antiphon.command.attempts",
            "5",
            "How often a command is tried that loses races, before it is answered 409.");
    public static final Setting IDEMPOTENCY_RETENTION = new Setting(
            "antiphon.idempotency.retention",
            "24h",
            "How long the outcome of a command with an Idempotency-Key is kept.");
    public static final Setting RELAY_INTERVAL = new Setting(
            "antiphon.relay.interval",
            "1s",
            "How often the timer starts the relay; commits on the same node start it at once.");
    public static final Setting RELAY_BATCH_SIZE = new Setting(
            "antiphon.relay.batch-size", "500", "How many events the relay reads, sends and marks at a time.");
    public static final Setting RELAY_LEASE =
            new Setting("antiphon.relay.lease", "10s", "How long the lanes of a node that died stay unserved.");
    public static final Setting RELAY_SEND_TIMEOUT = new Setting(
            "antiphon.relay.send-timeout",
            "30s",
            "How long the broker may neither take nor refuse an event before its topic pauses and others go on.");
    public static final Setting RELAY_STOP = new Setting(
            "antiphon.relay.stop-timeout", "5s", "How long an undeployment waits for the batch on its way.");
    public static final Setting RELAY_BACKOFF_FIRST = new Setting(
            "antiphon.relay.backoff.first", "500ms", "First wait after a failed send; doubled with each further one.");
    public static final Setting RELAY_BACKOFF_LONGEST =
            new Setting("antiphon.relay.backoff.longest", "10s", "Longest wait after failed sends.");
    public static final Setting OUTBOX_RETENTION = new Setting(
            "antiphon.outbox.retention",
            "24h",
            "How long published events stay in the outbox table; 0s deletes them at once.");
    public static final Setting MAX_EVENT_SIZE = new Setting(
            "antiphon.outbox.max-event-size",
            "900KiB",
            "Largest event, key and headers included; a command that records a larger one is answered 422. Stay below the broker's message.max.bytes.");
    public static final Setting TOPIC_PARTITIONS = new Setting(
            "antiphon.topic.partitions", "6", "Partitions of a topic that has to be created; later changes move keys.");

    private CommandSettings() {}

    /** All settings of this class. */
    public static List<Setting> all() {
        return List.of(
                DATA_SOURCE,
                ATTEMPTS,
                IDEMPOTENCY_RETENTION,
                RELAY_INTERVAL,
                RELAY_BATCH_SIZE,
                RELAY_LEASE,
                RELAY_SEND_TIMEOUT,
                RELAY_STOP,
                RELAY_BACKOFF_FIRST,
                RELAY_BACKOFF_LONGEST,
                OUTBOX_RETENTION,
                MAX_EVENT_SIZE,
                TOPIC_PARTITIONS);
    }
}
