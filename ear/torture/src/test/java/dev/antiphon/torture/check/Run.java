package dev.antiphon.torture.check;

import dev.antiphon.torture.check.Evidence.Backlog;
import dev.antiphon.torture.check.Evidence.Growth;
import dev.antiphon.torture.check.Evidence.Letter;
import dev.antiphon.torture.check.Evidence.ReadModel;
import dev.antiphon.torture.check.Evidence.StoredEvent;
import dev.antiphon.torture.check.Evidence.TopicRecord;
import dev.antiphon.torture.check.Evidence.Vitals;
import dev.antiphon.torture.fault.Poison;
import dev.antiphon.torture.traffic.Answer;
import dev.antiphon.torture.traffic.Journal;
import dev.antiphon.torture.traffic.Outcome;
import dev.antiphon.torture.traffic.Outcome.Verdict;
import dev.antiphon.torture.traffic.Request;
import dev.antiphon.torture.traffic.Request.Kind;
import dev.antiphon.torture.traffic.Request.Mistake;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The evidence of a short run in which everything holds; a test spoils one thing in it. */
final class Run {

    static final String ORDERS = "shop.orders.order";

    final List<Journal.Entry> commands = new ArrayList<>();
    final List<Journal.Repeat> repeats = new ArrayList<>();
    final List<Journal.Reading> readings = new ArrayList<>();
    final List<Journal.Push> pushes = new ArrayList<>();
    final List<StoredEvent> events = new ArrayList<>();
    final Map<String, Long> versions = new HashMap<>();
    final List<TopicRecord> records = new ArrayList<>();
    final List<ReadModel> readModels = new ArrayList<>();
    final List<Letter> letters = new ArrayList<>();
    final List<String> parked = new ArrayList<>();
    final List<Poison.Given> poison = new ArrayList<>();
    final List<Growth> growths = new ArrayList<>();
    Backlog backlog = Backlog.NONE;

    /** An order is placed and confirmed, a wrong command refused, one stays without answer; poison is put aside. */
    Run() {
        commands.add(acknowledged(request(1, Kind.PLACE, "o-1", null, null, Map.of("totalMinor", "250")), 1));
        commands.add(acknowledged(request(2, Kind.CONFIRM, "o-1", 1L, null, Map.of()), 2));
        commands.add(new Journal.Entry(
                request(3, Kind.CONFIRM, "o-1", null, Mistake.FORBIDDEN_BY_STATE, Map.of()),
                new Outcome(Verdict.REFUSED, 422, 0, "no")));
        commands.add(new Journal.Entry(request(4, Kind.SHIP, "o-1", null, null, Map.of()), Outcome.UNKNOWN));
        repeats.add(new Journal.Repeat(
                commands.get(1).request(),
                commands.get(1).outcome(),
                new Answer(200, commands.get(1).outcome().body(), 2, true)));
        readings.add(new Journal.Reading("o-1", 2, 200, 2));
        readings.add(new Journal.Reading("o-1", 2, 503, 0));
        event(1, "order.placed", "torture-1.1", "{\"totalMinor\":250}");
        event(2, "order.confirmed", "torture-2.3", "{}");
        versions.put("o-1", 2L);
        records.add(records.get(0)); // sent twice
        readModels.add(new ReadModel("customer_spend", List.of("c-1|GBP|250"), List.of("c-1|GBP|250")));
        poison.add(new Poison.Given("shop.orders.product", "poison-7"));
        letters.add(new Letter("product_summary", "shop.orders.product", "poison-7", "unreadable", true));
        records.add(new TopicRecord("shop.orders.product", 0, 0, "poison-7", 1, "", "?"));
        parked.add("product_summary poison-7: unreadable");
        growths.add(new Growth("command-1", 90, new Vitals(60, 40, 50 << 20), new Vitals(64, 44, 60 << 20)));
    }

    static Request request(
            long number,
            Kind kind,
            String id,
            @Nullable Long ifMatch,
            @Nullable Mistake wrong,
            Map<String, String> content) {
        return new Request(number, kind, "POST", "/orders", "", id, ifMatch, wrong, content);
    }

    static Journal.Entry acknowledged(Request request, long version) {
        return new Journal.Entry(
                request, new Outcome(Verdict.ACKNOWLEDGED, 200, version, "{\"version\":" + version + "}"));
    }

    /** An event of the order, with its record and its push. */
    private void event(long version, String type, String correlationId, String payload) {
        events.add(new StoredEvent(ORDERS, "o-1", version, type, correlationId, payload));
        records.add(record(version, type, payload));
        pushes.add(new Journal.Push("o-1", version, type));
    }

    static TopicRecord record(long version, String type, String payload) {
        return new TopicRecord(ORDERS, 3, version, "o-1", version, type, payload);
    }

    Evidence evidence() {
        return new Evidence(
                commands,
                repeats,
                readings,
                pushes,
                events,
                versions,
                records,
                readModels,
                letters,
                parked,
                poison,
                backlog,
                growths);
    }
}
