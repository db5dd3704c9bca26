package dev.antiphon.torture.fault;

import dev.antiphon.torture.system.Shop;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Somebody writes records to a topic that no projection can understand. Each has to become a dead letter of each of them. */
public final class Poison implements Fault {

    static final String ORDERS = "shop.orders.order";
    static final String PRODUCTS = "shop.orders.product";

    /** What the keys of poison begin with, and of nothing else. */
    public static final String KEY = "poison-";

    private static final long LIMIT_SECONDS = 60;

    private final Shop shop;
    private final List<Given> given = new CopyOnWriteArrayList<>();

    Poison(Shop shop) {
        this.shop = shop;
    }

    /** What was given, and is on the topic. */
    public record Given(String topic, String key) {}

    private enum Variety {
        UNREADABLE_BYTES,
        MISSING_HEADER,
        NEWER_SCHEMA
    }

    /** What was given so far. */
    public List<Given> given() {
        return List.copyOf(given);
    }

    @Override
    public String kind() {
        return "poison";
    }

    @Override
    public List<String> targets() {
        return List.of(ORDERS, PRODUCTS);
    }

    @Override
    public Set<String> occupies(String target) {
        return Set.of();
    }

    @Override
    public Set<String> needs(String target) {
        return Set.of(BrokerFault.KAFKA);
    }

    @Override
    public Duration healing() {
        return Duration.ZERO;
    }

    @Override
    public void inject(Planned planned) throws Exception {
        var producing = Map.<String, Object>of(
                "bootstrap.servers", shop.kafka().bootstrapServers(), "acks", "all", "enable.idempotence", true);
        try (var producer = new KafkaProducer<>(producing, new StringSerializer(), new ByteArraySerializer())) {
            for (var variety : Variety.values()) {
                var key = KEY + planned.number() + "-" + variety.name().toLowerCase(Locale.ROOT);
                producer.send(record(planned, variety, key)).get(LIMIT_SECONDS, TimeUnit.SECONDS);
                given.add(new Given(planned.target(), key));
            }
        }
    }

    private static ProducerRecord<String, byte[]> record(Planned planned, Variety variety, String key) {
        var isOrder = planned.target().equals(ORDERS);
        var value = variety == Variety.UNREADABLE_BYTES
                ? new byte[] {(byte) 0xc3, 0x28, 0}
                : (isOrder ? "{\"orderId\":\"" : "{\"productId\":\"")
                        .concat(key + "\"}")
                        .getBytes(StandardCharsets.UTF_8);
        var record = new ProducerRecord<>(planned.target(), key, value);
        var headers = new HashMap<>(Map.of(
                "Event-Id",
                String.format(Locale.ROOT, "01POISAN%017d%d", planned.number(), variety.ordinal()),
                "Event-Type",
                isOrder ? "order.confirmed" : "product.listed",
                "Schema-Version",
                variety == Variety.NEWER_SCHEMA ? "99" : "1",
                "Correlation-Id",
                key,
                "Source-Service",
                "torture",
                "Published-At",
                Instant.now().toString(),
                "Occurred-At",
                Instant.now().toString(),
                "traceparent",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "Aggregate-Type",
                isOrder ? "order" : "product",
                "Aggregate-Version",
                "1"));
        if (variety == Variety.MISSING_HEADER) {
            headers.remove(planned.choice(2) == 0 ? "Event-Type" : "Event-Id");
        }
        headers.forEach((name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
        return record;
    }

    @Override
    public void heal(Planned planned) {
        // an operator would look at the letters, in their own time
    }
}
