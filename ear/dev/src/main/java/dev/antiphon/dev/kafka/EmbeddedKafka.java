package dev.antiphon.dev.kafka;

import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.Ports;
import dev.antiphon.dev.process.StartFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.jspecify.annotations.Nullable;

/**
 * One KRaft node, broker and controller in one, inside this process and on one folder. Records and group offsets
 * outlive a stop; {@link #bootstrapServers} stays the same over stops and starts, so clients come back by themselves.
 *
 * <p>Safe for use by several threads; {@code start} and {@code stop} exclude each other.
 */
public final class EmbeddedKafka implements AutoCloseable {

    private final Path folder;
    private final int port;
    private final int controllerPort = Ports.free();
    private final String clusterId;
    private final Map<String, String> settings;
    private @Nullable KafkaRaftServer server;

    private EmbeddedKafka(Path folder, int port, String clusterId, Map<String, String> settings) {
        this.folder = folder.toAbsolutePath();
        this.port = port;
        this.clusterId = clusterId;
        this.settings = Map.copyOf(settings);
    }

    /** A broker that has not been started yet, on a port that is free now. */
    public static EmbeddedKafka on(Path folder) {
        return on(folder, Ports.free(), Map.of());
    }

    /**
     * The same, on the given port.
     *
     * @param settings broker settings that replace or join the ones below
     */
    public static EmbeddedKafka on(Path folder, int port, Map<String, String> settings) {
        return member(folder, port, Uuid.randomUuid().toString(), settings);
    }

    /**
     * One node of a cluster of several.
     *
     * @param clusterId the same for all of them
     * @param settings say who it is and where the others are; an empty one takes away what is set below
     */
    public static EmbeddedKafka member(Path folder, int port, String clusterId, Map<String, String> settings) {
        return new EmbeddedKafka(folder, port, clusterId, settings);
    }

    /**
     * Starts the broker and returns when it takes requests; the first time, the folder is formatted.
     *
     * @throws StartFailure with the broker's own reason when it does not start
     */
    public synchronized void start() {
        if (server != null) {
            return;
        }
        Folders.create(folder);
        Properties properties = properties();
        format(properties);
        KafkaRaftServer fresh = null;
        try {
            fresh = new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM);
            fresh.startup();
            server = fresh;
        } catch (RuntimeException e) {
            if (fresh != null) {
                fresh.shutdown();
                fresh.awaitShutdown();
            }
            throw new StartFailure(
                    "Kafka does not start on " + folder + ": " + StartFailure.reason(e)
                            + " (to start afresh, remove the folder or choose another one with --data)",
                    e);
        }
    }

    /** Stops in order and returns when the broker is down. */
    public synchronized void stop() {
        if (server != null) {
            server.shutdown();
            server.awaitShutdown();
            server = null;
        }
    }

    /** Whether this program has a broker in it; the jar to operate with has none. */
    public static boolean isHere() {
        try {
            Class.forName("kafka.server.KafkaRaftServer", false, EmbeddedKafka.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    @Override
    public void close() {
        stop();
    }

    public synchronized boolean isRunning() {
        return server != null;
    }

    public int port() {
        return port;
    }

    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    private void format(Properties properties) {
        Path file = folder.resolve("broker.properties");
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (Files.exists(folder.resolve("log/meta.properties"))) {
            return;
        }
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            String[] arguments = {
                "format", "--cluster-id", clusterId, "--config", file.toString(),
            };
            if (StorageTool.execute(arguments, out) != 0) {
                throw new StartFailure("Kafka cannot format " + folder + ": " + said.toString(StandardCharsets.UTF_8));
            }
        } catch (Exception e) {
            if (e instanceof StartFailure failure) {
                throw failure;
            }
            throw new StartFailure("Kafka cannot format " + folder + ": " + StartFailure.reason(e), e);
        }
    }

    private Properties properties() {
        Map<String, String> all = new TreeMap<>();
        all.put("process.roles", "broker,controller");
        all.put("node.id", "1");
        all.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
        all.put("controller.listener.names", "CONTROLLER");
        all.put("listeners", "BROKER://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
        all.put("advertised.listeners", "BROKER://127.0.0.1:" + port);
        all.put("listener.security.protocol.map", "BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT");
        all.put("inter.broker.listener.name", "BROKER");
        all.put("log.dirs", folder.resolve("log").toString());
        // one node cannot replicate
        all.put("default.replication.factor", "1");
        all.put("offsets.topic.replication.factor", "1");
        all.put("transaction.state.log.replication.factor", "1");
        all.put("transaction.state.log.min.isr", "1");
        all.put("share.coordinator.state.topic.replication.factor", "1");
        all.put("share.coordinator.state.topic.min.isr", "1");
        // one user needs few of them, and each costs files and start time
        all.put("num.partitions", "4");
        all.put("offsets.topic.num.partitions", "4");
        all.put("transaction.state.log.num.partitions", "4");
        all.put("num.network.threads", "2");
        all.put("num.io.threads", "4");
        // nobody else will join: groups need not wait
        all.put("group.initial.rebalance.delay.ms", "0");
        all.put("log.cleaner.dedupe.buffer.size", Integer.toString(16 << 20));
        all.put("controlled.shutdown.enable", "true");
        all.put(
                "initial.broker.registration.timeout.ms",
                Long.toString(Duration.ofSeconds(30).toMillis()));
        all.putAll(settings);
        all.values().removeIf(String::isEmpty);
        Properties properties = new Properties();
        properties.putAll(all);
        return properties;
    }
}
