package dev.antiphon.torture.system;

import dev.antiphon.dev.kafka.KafkaProcess;
import dev.antiphon.dev.process.Ports;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;

/**
 * Two brokers, and a controller that no fault concerns: with two, one of them could not elect a leader alone. Each record is
 * on both, as long as both are in step; with one of them gone the other goes on, and who was not in step never becomes
 * leader. So no acknowledged record is lost, as long as no disk is.
 */
public final class Kafka implements AutoCloseable {

    private final KafkaProcess controller;
    private final List<Broker> brokers;

    private Kafka(KafkaProcess controller, List<Broker> brokers) {
        this.controller = controller;
        this.brokers = brokers;
    }

    static Kafka in(Path folder) {
        var clusterId = Uuid.randomUuid().toString();
        var quorum = Ports.free();
        var controller = new KafkaProcess(
                "controller", folder.resolve("controller"), quorum, clusterId, controllerSettings(quorum));
        return new Kafka(
                controller,
                Stream.of(1, 2).map(id -> broker(id, folder, clusterId, quorum)).toList());
    }

    private static Map<String, String> controllerSettings(int port) {
        return Map.of(
                "process.roles", "controller",
                "node.id", "9",
                "controller.quorum.voters", "9@127.0.0.1:" + port,
                "listeners", "CONTROLLER://127.0.0.1:" + port,
                "advertised.listeners", "",
                "inter.broker.listener.name", "",
                "listener.security.protocol.map", "CONTROLLER:PLAINTEXT");
    }

    private static Broker broker(int id, Path folder, String clusterId, int quorum) {
        var name = "broker-" + id;
        var port = Ports.free();
        var linked = Ports.free();
        var link = Link.to(name, linked);
        var settings = new HashMap<>(Map.of(
                "process.roles", "broker",
                "node.id", Integer.toString(id),
                "controller.quorum.voters", "9@127.0.0.1:" + quorum,
                "listeners", "BROKER://127.0.0.1:" + port + ",LINKED://127.0.0.1:" + linked,
                "advertised.listeners", "BROKER://127.0.0.1:" + port + ",LINKED://127.0.0.1:" + link.port(),
                "listener.security.protocol.map", "BROKER:PLAINTEXT,LINKED:PLAINTEXT,CONTROLLER:PLAINTEXT",
                "default.replication.factor", "2",
                "min.insync.replicas", "1",
                "offsets.topic.replication.factor", "2"));
        return new Broker(id, new KafkaProcess(name, folder.resolve(name), port, clusterId, settings), link);
    }

    void start() {
        controller.start();
        brokers.parallelStream().forEach(broker -> broker.process().start());
    }

    public List<Broker> brokers() {
        return brokers;
    }

    /** For the nodes. */
    String linkedBootstrapServers() {
        return brokers.stream()
                .map(broker -> "127.0.0.1:" + broker.link().port())
                .collect(Collectors.joining(","));
    }

    /** For whoever looks at it from outside. */
    public String bootstrapServers() {
        return brokers.stream().map(Broker::address).collect(Collectors.joining(","));
    }

    @Override
    public void close() {
        brokers.forEach(Broker::close);
        controller.close();
    }
}
