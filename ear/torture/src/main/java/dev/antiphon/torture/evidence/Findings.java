package dev.antiphon.torture.evidence;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.antiphon.torture.check.Evidence;
import dev.antiphon.torture.check.Evidence.Backlog;
import dev.antiphon.torture.check.Evidence.Growth;
import dev.antiphon.torture.check.Evidence.Letter;
import dev.antiphon.torture.check.Evidence.StoredEvent;
import dev.antiphon.torture.check.Evidence.TopicRecord;
import dev.antiphon.torture.fault.Poison;
import dev.antiphon.torture.system.Shop;
import dev.antiphon.torture.traffic.Journal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/** What is found in the databases and on the topics of a shop, by whoever has the rights to look. */
public final class Findings {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Map<String, List<String>> PROJECTIONS = Map.of(
            "shop.orders.order", List.of("order_summary", "customer_spend", "daily_sales"),
            "shop.orders.product", List.of("product_summary"));

    private final Shop shop;
    private final Journal journal;

    public Findings(Shop shop, Journal journal) {
        this.shop = shop;
        this.journal = journal;
    }

    /** What has still to be done now. */
    public Backlog backlog() throws SQLException {
        return new Backlog(
                Rows.number(shop.write(), "select count(*) from antiphon.outbox where published_at is null"),
                lag(),
                unpushed(),
                Rows.number(shop.read(), "select count(*) from antiphon.dead_letter where shipped_at is null"));
    }

    private Map<String, Long> lag() throws SQLException {
        var positions = new HashMap<String, Map<TopicPartition, Long>>();
        Rows.of(
                shop.read(),
                "select projection, topic, partition, next_offset from antiphon.position",
                row -> positions
                        .computeIfAbsent(row.getString(1), projection -> new HashMap<>())
                        .put(new TopicPartition(row.getString(2), row.getInt(3)), row.getLong(4)));
        var lag = new TreeMap<String, Long>();
        try (var reader = new TopicReader(shop.kafka().bootstrapServers())) {
            PROJECTIONS.forEach((topic, projections) -> reader.ends(topic).forEach((partition, end) -> {
                for (var projection : projections) {
                    var position = positions.getOrDefault(projection, Map.of()).getOrDefault(partition, 0L);
                    if (position < end) {
                        lag.put(projection + " on " + partition, end - position);
                    }
                }
            }));
        }
        return lag;
    }

    private long unpushed() throws SQLException {
        var pushed = new HashMap<String, Long>();
        journal.pushes().forEach(push -> pushed.merge(push.aggregateId(), push.version(), Math::max));
        var missing = Rows.of(
                shop.write(),
                "select id, version from orders",
                row -> row.getLong(2) > pushed.getOrDefault(row.getString(1), 0L));
        return missing.stream().filter(each -> each).count();
    }

    /** All of it, for the checks. */
    public Evidence evidence(List<Poison.Given> poison, Backlog backlog, List<Growth> growths) throws SQLException {
        var records = new ArrayList<TopicRecord>();
        var copied = new HashSet<String>();
        try (var reader = new TopicReader(shop.kafka().bootstrapServers())) {
            for (var topic : PROJECTIONS.keySet()) {
                records.addAll(reader.all(topic));
                reader.all(topic + ".dlq").forEach(letter -> copied.add(letter.topic() + " " + letter.key()));
            }
        }
        return new Evidence(
                journal.entries(),
                journal.repeats(),
                journal.readings(),
                journal.pushes(),
                events(),
                versions(),
                records,
                Models.of(shop.write(), shop.read()),
                letters(copied),
                parked(),
                poison,
                backlog,
                growths);
    }

    private List<StoredEvent> events() throws SQLException {
        return Rows.of(
                shop.write(),
                "select topic, aggregate_id, event_type, headers, payload from antiphon.outbox order by id",
                row -> {
                    var headers = headers(row.getString(4));
                    return new StoredEvent(
                            row.getString(1),
                            row.getString(2),
                            headers.path("Aggregate-Version").asLong(),
                            row.getString(3),
                            headers.path("Correlation-Id").asText(),
                            row.getString(5));
                });
    }

    private static JsonNode headers(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("No JSON in the headers of the outbox: " + text, e);
        }
    }

    private Map<String, Long> versions() throws SQLException {
        var versions = new HashMap<String, Long>();
        Rows.of(
                shop.write(),
                "select id, version from orders union all select id, version from product",
                row -> versions.put(row.getString(1), row.getLong(2)));
        return versions;
    }

    private List<Letter> letters(HashSet<String> copied) throws SQLException {
        return Rows.of(
                shop.read(),
                "select projection, topic, convert_from(record_key, 'UTF8'), kind || ', ' || reason from antiphon.dead_letter",
                row -> new Letter(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        copied.contains(row.getString(2) + ".dlq " + row.getString(3))));
    }

    private List<String> parked() throws SQLException {
        var parked = new ArrayList<>(Rows.of(
                shop.read(),
                "select projection, aggregate_id, reason from antiphon.parked_aggregate",
                row -> row.getString(1) + " " + row.getString(2) + ": " + row.getString(3)));
        parked.addAll(Rows.of(
                shop.write(),
                "select aggregate_id, event_type, coalesce(reason, 'waits behind another') from antiphon.parked_event",
                row -> "outbox " + row.getString(1) + " " + row.getString(2) + ": " + row.getString(3)));
        return parked;
    }
}
