package dev.antiphon.projector;

import dev.antiphon.events.Setting;
import dev.antiphon.events.settings.Settings;
import java.util.List;

/** The settings of the projector; {@link ProjectorOptions} holds their values. */
public final class ProjectorSettings {

    public static final Setting DATA_SOURCE =
            new Setting("antiphon.read.datasource", "jdbc/read", "JNDI name of the data source of the read database.");

    public static final Setting THREADS = new Setting(
            "antiphon.projector.threads",
            "1",
            "Consumers of each projection on this node, which share its partitions; with `.PROJECTION` behind it for one"
                    + " projection. More than 1 call its handlers at the same time.");

    public static final Setting BATCH_SIZE = new Setting(
            "antiphon.projector.batch-size",
            "500",
            "Most records that one poll takes, which are applied in one transaction.");

    public static final Setting SESSION_TIMEOUT = new Setting(
            "antiphon.projector.session-timeout",
            "10s",
            "How long a dead node keeps its partitions before another takes them over.");

    public static final Setting INSTANCE_ID = new Setting(
            "antiphon.projector.instance-id",
            "",
            "A name of this node that no other has makes its consumers static members of their groups: restarted within"
                    + " the session timeout, it goes on with its partitions without a rebalance.");

    public static final Setting RETRIES = new Setting(
            "antiphon.projector.retries",
            "5",
            "How often an event whose handler fails is tried again before it goes to the dead letters.");

    public static final Setting FIRST_RETRY = new Setting(
            "antiphon.projector.first-retry",
            "500ms",
            "Wait before the first new try of a failing record; doubles from try to try.");

    public static final Setting LONGEST_RETRY = new Setting(
            "antiphon.projector.longest-retry", "30s", "Longest wait between two tries of a failing record.");

    public static final Setting GAP_TIMEOUT = new Setting(
            "antiphon.projector.gap-timeout",
            "60s",
            "How long a partition waits for a missing version of an aggregate before the aggregate is parked.");

    public static final Setting LOCK_TIMEOUT = new Setting(
            "antiphon.projector.lock-timeout",
            "10s",
            "How long a transaction waits for rows that another one holds before it is rolled back and tried again.");

    public static final Setting IDLE_TIMEOUT = new Setting(
            "antiphon.projector.idle-timeout",
            "60s",
            "When the read database ends the transaction of a node that is frozen or cut off, so that another can go on.");

    public static final Setting TOPIC_CHECK = new Setting(
            "antiphon.projector.topic-check",
            "30s",
            "How often each projection asks Kafka whether its topic is still the same one.");

    public static final Setting STOP_TIMEOUT = new Setting(
            "antiphon.projector.stop-timeout",
            "10s",
            "How long an undeployment waits for the running transactions before they are broken off.");

    public static final Setting PROCESSED_EVENT_RETENTION = new Setting(
            "antiphon.projector.processed-event-retention",
            "168h",
            "How long an applied event's id is kept, no shorter than the topic keeps it; with `.PROJECTION` behind it for"
                    + " one projection.");

    public static final Setting CHANGE_RETENTION = new Setting(
            "antiphon.projector.change-retention",
            "1h",
            "How long the changes of pushed projections are kept: a client that was away for longer is told to read again.");

    public static final Setting UPKEEP_INTERVAL = new Setting(
            "antiphon.projector.upkeep-interval",
            "2s",
            "How often the projector looks for redrives that an operator asked for, letters to copy and ids to forget.");

    public static final Setting VERIFY_INTERVAL = new Setting(
            "antiphon.verify.interval",
            "0s",
            "How long after a verification of a projection the next one begins, which one of all nodes does; 0 for none.");

    public static final Setting VERIFY_DATA_SOURCE = new Setting(
            "antiphon.verify.datasource",
            "jdbc/write",
            "JNDI name of the data source of the write database, for verifications alone, which only read it.");

    public static final Setting VERIFY_RATE = new Setting(
            "antiphon.verify.rate", "1000", "How many aggregates such a verification compares in a second at most.");

    private static final List<Setting> PER_PROJECTION = List.of(THREADS, PROCESSED_EVENT_RETENTION);

    private ProjectorSettings() {}

    /** Those that a projection may have of its own, with {@code .PROJECTION} behind the name. */
    public static List<Setting> perProjection() {
        return PER_PROJECTION;
    }

    /** A setting as it is for one projection: its own value where there is one, else the common one. */
    public static Setting own(Setting common, Settings settings, String projection) {
        return new Setting(common.name() + "." + projection, settings.text(common), common.description());
    }

    /** All settings of this class. */
    public static List<Setting> all() {
        return List.of(
                DATA_SOURCE,
                THREADS,
                BATCH_SIZE,
                SESSION_TIMEOUT,
                INSTANCE_ID,
                RETRIES,
                FIRST_RETRY,
                LONGEST_RETRY,
                GAP_TIMEOUT,
                LOCK_TIMEOUT,
                IDLE_TIMEOUT,
                TOPIC_CHECK,
                STOP_TIMEOUT,
                PROCESSED_EVENT_RETENTION,
                CHANGE_RETENTION,
                UPKEEP_INTERVAL,
                VERIFY_INTERVAL,
                VERIFY_DATA_SOURCE,
                VERIFY_RATE);
    }
}
