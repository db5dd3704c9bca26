package dev.antiphon.dev.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.dev.kafka.Cluster;
import dev.antiphon.dev.kafka.EmbeddedKafka;
import dev.antiphon.events.EnvelopeFactory;
import dev.antiphon.events.Headers;
import dev.antiphon.events.TopicName;
import dev.antiphon.orders.events.ProductRenamed;
import dev.antiphon.projector.letters.DeadLetterTopic;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopicChecksTest {

    @TempDir
    static Path folder;

    private static EmbeddedKafka kafka;
    private static Cluster cluster;

    @BeforeAll
    static void start() {
        kafka = EmbeddedKafka.on(folder);
        kafka.start();
        cluster = new Cluster(Map.of(Cluster.BOOTSTRAP_SERVERS, kafka.bootstrapServers()));
    }

    @AfterAll
    static void stop() {
        cluster.close();
        kafka.close();
    }

    private static ExpectedTopic topic(String name) {
        return new ExpectedTopic(TopicName.of(name), 3, Map.of("summary", Duration.ofHours(1)), true);
    }

    private static void make(String name, Map<String, String> settings) {
        cluster.create(new NewTopic(name, Optional.of(2), Optional.empty()).configs(settings));
    }

    private static void send(ProducerRecord<String, String> record) throws ExecutionException, InterruptedException {
        try (var producer = new KafkaProducer<>(
                Map.of(Cluster.BOOTSTRAP_SERVERS, kafka.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            producer.send(record).get();
        }
    }

    private static ProducerRecord<String, String> event(String topic) {
        var name = TopicName.of(topic);
        var envelope = new EnvelopeFactory("orders", Clock.systemUTC(), List.of())
                .create(name, new ProductRenamed("p1", "Gift"), "p1", 1);
        var record = new ProducerRecord<>(topic, "p1", "{}");
        Headers.write(envelope).forEach((header, value) -> record.headers().add(header, value.getBytes(UTF_8)));
        record.headers().add(Headers.PUBLISHED_AT, Instant.now().toString().getBytes(UTF_8));
        return record;
    }

    private static List<Finding> check(ExpectedTopic topic) {
        return new TopicChecks(cluster).run(List.of(topic));
    }

    @Test
    void aTopicAsItIsMadeIsAsItMustBeAndStaysSoWithEventsInIt() throws Exception {
        var topic = topic("it.checks.product");
        assertThat(check(topic)).extracting(Finding::level).containsExactly(Finding.Level.WRONG, Finding.Level.OK);
        assertThat(check(topic).get(0).todo()).contains("antiphon topics create");

        cluster.create(topic.create());
        cluster.create(DeadLetterTopic.create(topic.name().value()));
        send(event(topic.name().value()));
        assertThat(check(topic))
                .extracting(Finding::toString)
                .allSatisfy(finding -> assertThat(finding).contains("level=OK"))
                .anySatisfy(
                        finding -> assertThat(finding).contains("3 partitions, keeps records for 1h, the newest ones"))
                .anySatisfy(finding -> assertThat(finding).contains(".dlq: keeps dead letters for 720h"));
    }

    @Test
    void saysWhatIsOtherwiseAndWhatToDo() throws Exception {
        var name = "it.checks.wrong";
        make(name, Map.of("retention.ms", "-1"));
        make(name + ".dlq", Map.of("retention.ms", "1000"));
        send(new ProducerRecord<>(name, 0, null, "keyless"));
        send(new ProducerRecord<>(name, 1, "k", "no headers"));
        var findings = check(topic(name));
        assertThat(findings)
                .filteredOn(finding -> finding.level() == Finding.Level.WRONG)
                .extracting(Finding::what)
                .singleElement()
                .asString()
                .contains("wrong-0 offset 0 has no key", "wrong-1 offset 0: ");
        assertThat(findings)
                .filteredOn(finding -> finding.level() == Finding.Level.WARNING)
                .extracting(Finding::what)
                .satisfiesExactly(
                        what -> assertThat(what).contains("has 2 partitions, the settings say 3"),
                        what -> assertThat(what).contains("keeps records for ever, but summary", "for 1h only"),
                        what -> assertThat(what).contains(".dlq keeps dead letters for 1000ms, not for 720h"));
        assertThat(findings).allSatisfy(finding -> assertThat(finding.todo()).isNotEmpty());
    }

    @Test
    void compactionAndEventsOfAnotherEntityAreSeen() throws Exception {
        var name = "it.checks.other";
        make(name, Map.of("cleanup.policy", "compact", "retention.ms", "1000"));
        var foreign = event("it.checks.product2");
        var record = new ProducerRecord<>(name, null, foreign.key(), foreign.value(), foreign.headers());
        send(record);
        assertThat(check(topic(name)))
                .filteredOn(finding -> finding.level() == Finding.Level.WRONG)
                .extracting(Finding::what)
                .satisfiesExactly(
                        what -> assertThat(what).contains("is compacted"),
                        what -> assertThat(what).contains("is of aggregate type product2"));
    }
}
