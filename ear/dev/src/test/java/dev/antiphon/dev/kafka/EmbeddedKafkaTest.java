package dev.antiphon.dev.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.antiphon.dev.process.Ports;
import dev.antiphon.dev.process.StartFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedKafkaTest {

    @TempDir
    Path folder;

    @Test
    void keepsRecordsAndItsAddressOverAStop() throws Exception {
        try (EmbeddedKafka kafka = EmbeddedKafka.on(folder)) {
            kafka.start();
            String address = kafka.bootstrapServers();
            send(address, "before");
            kafka.stop();
            assertThat(Ports.isFree("127.0.0.1", kafka.port())).isTrue();

            kafka.start();
            send(address, "after");

            assertThat(kafka.bootstrapServers()).isEqualTo(address);
            assertThat(read(address)).containsExactly("before", "after");
            check(address);
        }
    }

    @Test
    void anAbsentClusterIsOneClearLine() {
        assertThatThrownBy(() -> check("no-such-host.invalid:9092"))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining(
                        "Kafka at no-such-host.invalid:9092 (ANTIPHON_KAFKA_BOOTSTRAP_SERVERS) cannot be used");
    }

    private static void check(String address) {
        try (Cluster cluster = new Cluster(Map.of(Cluster.BOOTSTRAP_SERVERS, address))) {
            cluster.check();
        }
    }

    private static void send(String address, String value) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", address), new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>("notes", 0, "k", value)).get(20, TimeUnit.SECONDS);
        }
    }

    private static List<String> read(String address) {
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", address), new StringDeserializer(), new StringDeserializer())) {
            TopicPartition partition = new TopicPartition("notes", 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            List<String> values = new ArrayList<>();
            for (int polls = 0; values.size() < 2 && polls < 20; polls++) {
                consumer.poll(Duration.ofSeconds(1)).forEach(record -> values.add(record.value()));
            }
            return values;
        }
    }
}
