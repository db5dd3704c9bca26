package dev.antiphon.torture.fault;

import dev.antiphon.torture.system.Shop;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.common.TopicPartition;

/** A partition leaves the broker that leads it, and comes back to both in the other order. */
final class Reassign implements Fault {

    private static final List<String> TOPICS = List.of(Poison.ORDERS, Poison.PRODUCTS);
    private static final long LIMIT_SECONDS = 60;

    private final Shop shop;

    Reassign(Shop shop) {
        this.shop = shop;
    }

    @Override
    public String kind() {
        return "reassign";
    }

    @Override
    public List<String> targets() {
        return TOPICS.stream()
                .flatMap(topic -> IntStream.range(0, 6).mapToObj(partition -> topic + "-" + partition))
                .toList();
    }

    @Override
    public Set<String> occupies(String target) {
        return Set.of(BrokerFault.KAFKA);
    }

    @Override
    public Duration shortest() {
        return Duration.ofSeconds(1);
    }

    @Override
    public Duration longest() {
        return Duration.ofSeconds(6);
    }

    @Override
    public void inject(Planned planned) throws Exception {
        try (var admin = admin()) {
            var partition = partition(planned.target());
            var leader = leader(admin, partition);
            assign(admin, partition, List.of(3 - leader));
        }
    }

    @Override
    public void heal(Planned planned) throws Exception {
        try (var admin = admin()) {
            var partition = partition(planned.target());
            var leader = leader(admin, partition);
            assign(admin, partition, List.of(leader, 3 - leader));
        }
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", shop.kafka().bootstrapServers()));
    }

    private static TopicPartition partition(String target) {
        var dash = target.lastIndexOf('-');
        return new TopicPartition(target.substring(0, dash), Integer.parseInt(target.substring(dash + 1)));
    }

    private static int leader(Admin admin, TopicPartition partition) throws Exception {
        return admin.describeTopics(List.of(partition.topic()))
                .topicNameValues()
                .get(partition.topic())
                .get(LIMIT_SECONDS, TimeUnit.SECONDS)
                .partitions()
                .get(partition.partition())
                .leader()
                .id();
    }

    private static void assign(Admin admin, TopicPartition partition, List<Integer> brokers) throws Exception {
        admin.alterPartitionReassignments(Map.of(partition, Optional.of(new NewPartitionReassignment(brokers))))
                .all()
                .get(LIMIT_SECONDS, TimeUnit.SECONDS);
        var until = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!admin.listPartitionReassignments(Set.of(partition))
                .reassignments()
                .get(LIMIT_SECONDS, TimeUnit.SECONDS)
                .isEmpty()) {
            if (System.nanoTime() > until) {
                throw new TimeoutException(partition + " did not move to " + brokers + " in time");
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }
}
