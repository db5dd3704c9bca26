package dev.antiphon.projector.consumer;

import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.spi.FaultPoint;
import dev.antiphon.projector.spi.Stage;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** Collects the parts of a {@link Projector}; service, read database and Kafka are needed, the others have defaults. */
public final class ProjectorBuilder {

    final ProjectionDefinition definition;
    ProjectorOptions options = ProjectorOptions.defaults();
    MeterRegistry meters = new SimpleMeterRegistry();
    FaultPoint faultPoint = FaultPoint.NONE;
    List<Stage> stages = List.of();
    Clock clock = Clock.systemUTC();
    private Map<String, Object> kafka = Map.of();
    private @Nullable String service;
    private @Nullable DataSource dataSource;
    private @Nullable Supplier<Consumer<byte[], byte[]>> consumers;
    private @Nullable Supplier<TopicIds> topicIds;

    ProjectorBuilder(ProjectionDefinition definition) {
        this.definition = definition;
    }

    /** First part of the consumer group's name (rule E6). */
    public ProjectorBuilder service(String name) {
        service = name;
        return this;
    }

    /** Its connections must come in auto-commit mode and take part in no other transaction. */
    public ProjectorBuilder readDatabase(DataSource source) {
        dataSource = source;
        return this;
    }

    /** Properties for Kafka's clients, {@code bootstrap.servers} at least. */
    public ProjectorBuilder kafka(Map<String, Object> properties) {
        kafka = Map.copyOf(properties);
        return this;
    }

    public ProjectorBuilder options(ProjectorOptions values) {
        options = values;
        return this;
    }

    public ProjectorBuilder meters(MeterRegistry registry) {
        meters = registry;
        return this;
    }

    /** For tests. */
    public ProjectorBuilder faultPoint(FaultPoint point) {
        faultPoint = point;
        return this;
    }

    /** Further stages, between deduplication and handler. */
    public ProjectorBuilder stages(List<Stage> further) {
        stages = List.copyOf(further);
        return this;
    }

    /** For the waits between tries, and for the lag. */
    public ProjectorBuilder clock(Clock time) {
        clock = time;
        return this;
    }

    ProjectorBuilder consumers(Supplier<Consumer<byte[], byte[]>> factory) {
        consumers = factory;
        return this;
    }

    ProjectorBuilder topicIds(Supplier<TopicIds> factory) {
        topicIds = factory;
        return this;
    }

    public Projector build() {
        return new Projector(this);
    }

    DataSource dataSource() {
        return Objects.requireNonNull(dataSource, "readDatabase");
    }

    String group() {
        return definition.group(Objects.requireNonNull(service, "service"));
    }

    /** What opens the consumer of a thread. */
    Supplier<Consumer<byte[], byte[]>> consumers(int thread) {
        return consumers != null
                ? consumers
                : () -> new KafkaConsumer<>(
                        ConsumerProperties.of(kafka, group(), options, thread),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer());
    }

    Supplier<TopicIds> topicIds() {
        var properties = kafka;
        return topicIds != null ? topicIds : () -> new AdminTopicIds(properties);
    }
}
