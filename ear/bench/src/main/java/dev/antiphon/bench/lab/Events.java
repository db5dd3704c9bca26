package dev.antiphon.bench.lab;

import dev.antiphon.events.EventJson;
import dev.antiphon.orders.events.OrderConfirmed;
import dev.antiphon.orders.events.OrderKind;
import dev.antiphon.orders.events.OrderPlaced;
import dev.antiphon.orders.events.ProductListed;
import dev.antiphon.orders.events.ProductRepriced;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Puts events into the topics as the relay would, without a command for each. */
public final class Events {

    public static final String ORDERS = "shop.orders.order";
    public static final String PRODUCTS = "shop.orders.product";

    private static final Instant TIME = Instant.parse("2010-12-01T08:26:00Z");
    private static final String DESCRIPTION = "WHITE HANGING HEART T-LIGHT HOLDER, HAND MADE, IN A BOX OF SIX PIECES";
    private static final int PARTITIONS = 6;

    private final Map<String, Object> kafka;
    private int runs;

    /** Makes the topics, as the relay would with its first event. */
    public Events(Lab lab) throws Exception {
        kafka = Map.of("bootstrap.servers", lab.bootstrapServers());
        try (Admin admin = Admin.create(kafka)) {
            Set<String> there = admin.listTopics().names().get();
            admin.createTopics(List.of(ORDERS, PRODUCTS).stream()
                            .filter(topic -> !there.contains(topic))
                            .map(topic -> new NewTopic(topic, Optional.of(PARTITIONS), Optional.empty()))
                            .toList())
                    .all()
                    .get();
        }
    }

    private interface Sender {
        void send(String key, long version, String type, Object event);
    }

    private interface Source {
        void to(Sender sender);
    }

    /** Orders that are placed and confirmed, two events of about 400 bytes with their headers each. */
    public void orders(int events) {
        String prefix = "o" + ++runs + "-";
        send(ORDERS, "order", sender -> {
            for (int i = 0; i < events / 2; i++) {
                String id = prefix + i;
                sender.send(
                        id,
                        1,
                        "order.placed",
                        new OrderPlaced(
                                id,
                                OrderKind.SALE,
                                "17850",
                                "GBP",
                                1530,
                                TIME,
                                List.of(new OrderPlaced.Line("85123A", DESCRIPTION, 6, 255))));
                sender.send(
                        id, 2, "order.confirmed", new OrderConfirmed(id, OrderKind.SALE, "17850", "GBP", 1530, TIME));
            }
        });
    }

    /**
     * Products that are listed and then repriced again and again.
     *
     * @param inTurn whether the events of the products alternate, else each product has all of its own first
     * @param poisoned the id of the first, empty for one like the others
     */
    public void products(int products, int events, boolean inTurn, String poisoned) {
        String prefix = "p" + ++runs + "-";
        send(PRODUCTS, "product", sender -> {
            for (int i = 0; i < events; i++) {
                int number = inTurn ? i % products : i / (events / products);
                int version = 1 + (inTurn ? i / products : i % (events / products));
                String id = number == 0 && !poisoned.isEmpty() ? poisoned : prefix + number;
                if (version == 1) {
                    sender.send(id, 1, "product.listed", new ProductListed(id, DESCRIPTION, 255L, "GBP"));
                } else {
                    sender.send(id, version, "product.repriced", new ProductRepriced(id, 255 + version, "GBP"));
                }
            }
        });
    }

    private void send(String topic, String aggregateType, Source source) {
        String run = Integer.toString(runs);
        long[] count = new long[1];
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        kafka.get("bootstrap.servers"),
                        ProducerConfig.ACKS_CONFIG,
                        "all",
                        ProducerConfig.BATCH_SIZE_CONFIG,
                        128 * 1024),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            source.to((key, version, type, event) -> {
                ProducerRecord<byte[], byte[]> each =
                        new ProducerRecord<>(topic, bytes(key), bytes(EventJson.write(event)));
                String number = run + "-" + count[0]++;
                header(each, "Event-Id", "0".repeat(26 - number.length()) + number);
                header(each, "Event-Type", type);
                header(each, "Schema-Version", "1");
                header(each, "Correlation-Id", "0".repeat(26 - number.length()) + number);
                header(each, "Source-Service", "orders");
                header(each, "Aggregate-Type", aggregateType);
                header(each, "Aggregate-Version", Long.toString(version));
                header(each, "Occurred-At", "2026-01-01T12:00:00.123456Z");
                header(each, "traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00");
                header(each, "Published-At", "2026-01-01T12:00:00.123456Z");
                producer.send(each);
            });
        }
    }

    private static void header(ProducerRecord<byte[], byte[]> each, String name, String value) {
        each.headers().add(name, bytes(value));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** How many records a topic has had. */
    public long end(String topic) throws Exception {
        return ends(topic).values().stream().mapToLong(Long::longValue).sum();
    }

    /** How many records each partition of a topic has had. */
    Map<Integer, Long> ends(String topic) throws Exception {
        try (Admin admin = Admin.create(kafka)) {
            var partitions = admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic).partitions().stream()
                    .collect(Collectors.toMap(
                            each -> new TopicPartition(topic, each.partition()), each -> OffsetSpec.latest()));
            return admin.listOffsets(partitions).all().get().entrySet().stream()
                    .collect(Collectors.toMap(
                            each -> each.getKey().partition(),
                            each -> each.getValue().offset()));
        }
    }
}
