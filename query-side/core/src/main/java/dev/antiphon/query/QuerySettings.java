package dev.antiphon.query;

import dev.antiphon.events.Setting;
import java.util.List;

/** The settings of the query side. */
public final class QuerySettings {

    public static final Setting DATASOURCE = new Setting(
            "antiphon.query.datasource",
            "jdbc/query",
            "JNDI name of the data source of the read database; its user needs to select only.");

    public static final Setting TIMEOUT = new Setting(
            "antiphon.query.timeout", "5s", "Longest time of one statement, in whole seconds; then the answer is 503.");

    public static final Setting WAIT = new Setting(
            "antiphon.query.wait",
            "3s",
            "How long a query waits for its version where it does not say how long; then the answer is 503 with"
                    + " Retry-After.");

    public static final Setting WAIT_LONGEST = new Setting(
            "antiphon.query.wait-longest", "30s", "Longest time that a query may wait, whatever its Prefer says.");

    public static final Setting WAIT_INTERVAL = new Setting(
            "antiphon.query.wait-interval",
            "20ms",
            "How often watermarks or changes are read while queries wait or clients listen: one statement for all of them,"
                    + " none when nobody does.");

    public static final Setting WAIT_PLACES = new Setting(
            "antiphon.query.wait-places",
            "10000",
            "How many queries may wait at once on a node; the next is answered 503 with Retry-After at once.");

    public static final Setting STREAMS = new Setting(
            "antiphon.query.streams",
            "10000",
            "How many clients may listen to changes at once on a node; the next is answered 503 with Retry-After at once.");

    public static final Setting HEARTBEAT = new Setting(
            "antiphon.query.heartbeat",
            "15s",
            "How often a client that listens to changes is sent something, so that proxies keep its connection.");

    private QuerySettings() {}

    /** All settings of this class. */
    public static List<Setting> all() {
        return List.of(DATASOURCE, TIMEOUT, WAIT, WAIT_LONGEST, WAIT_INTERVAL, WAIT_PLACES, STREAMS, HEARTBEAT);
    }
}
