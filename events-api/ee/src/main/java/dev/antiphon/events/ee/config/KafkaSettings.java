package dev.antiphon.events.ee.config;

import dev.antiphon.events.Setting;
import dev.antiphon.events.settings.InvalidSettingException;
import dev.antiphon.events.settings.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Everything below {@code antiphon.kafka.} goes to the Kafka clients, so that TLS and SASL need no setting of ours:
 * {@code antiphon.kafka.security.protocol}, or {@code ANTIPHON_KAFKA_SECURITY_PROTOCOL} in the environment.
 */
public final class KafkaSettings {

    public static final Setting BOOTSTRAP_SERVERS = new Setting(
            "antiphon.kafka.bootstrap-servers",
            null,
            "Kafka brokers as host:port, separated by commas; any other antiphon.kafka.* goes to the Kafka clients as it is.");

    private static final String PREFIX = "antiphon.kafka.";
    private static final String ENVIRONMENT_PREFIX = "ANTIPHON_KAFKA_";

    private KafkaSettings() {}

    /** All settings of this class. */
    public static List<Setting> all() {
        return List.of(BOOTSTRAP_SERVERS);
    }

    /**
     * The properties for a Kafka client.
     *
     * <p>Called during the deployment, on its thread, it also loads the protocol classes of the clients. Loaded later by
     * a thread of their own, in the moment in which a server closes the war's jars, they fail to initialize, and a class
     * that failed once never comes back.
     */
    public static Map<String, Object> read(Settings settings) {
        loadProtocol();
        var properties = new HashMap<String, Object>();
        for (var name : settings.names()) {
            var prefix = name.startsWith(ENVIRONMENT_PREFIX) ? ENVIRONMENT_PREFIX : PREFIX;
            if (name.startsWith(prefix)) {
                settings.value(name)
                        .ifPresent(value -> properties.put(clientName(name.substring(prefix.length())), value));
            }
        }
        properties.put("bootstrap.servers", settings.text(BOOTSTRAP_SERVERS));
        return properties;
    }

    private static void loadProtocol() {
        try {
            Class.forName(
                    "org.apache.kafka.common.protocol.ApiKeys",
                    true,
                    Thread.currentThread().getContextClassLoader());
        } catch (ClassNotFoundException e) {
            throw new InvalidSettingException("The war has no kafka-clients in WEB-INF/lib, but needs them.");
        }
    }

    private static String clientName(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '.').replace('-', '.');
    }
}
