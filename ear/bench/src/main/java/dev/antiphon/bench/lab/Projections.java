package dev.antiphon.bench.lab;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** The consumer groups of the projector. */
public final class Projections {

    private final Lab lab;

    public Projections(Lab lab) {
        this.lab = lab;
    }

    /** Waits until every group has committed all there is on its topics. */
    public void awaitCaughtUp() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", lab.bootstrapServers()))) {
            Poll.until("the projections have caught up", Duration.ofMillis(250), () -> lag(admin) == 0);
        }
    }

    private static long lag(Admin admin) throws ExecutionException, InterruptedException {
        long lag = 0;
        for (GroupListing group : admin.listGroups().all().get()) {
            Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(group.groupId())
                    .partitionsToOffsetAndMetadata()
                    .get();
            var ends = admin.listOffsets(committed.keySet().stream()
                            .collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest())))
                    .all()
                    .get();
            lag += committed.entrySet().stream()
                    .mapToLong(each ->
                            ends.get(each.getKey()).offset() - each.getValue().offset())
                    .sum();
        }
        return lag;
    }
}
