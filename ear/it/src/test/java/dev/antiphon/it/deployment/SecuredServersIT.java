package dev.antiphon.it.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.antiphon.dev.kafka.EmbeddedKafka;
import dev.antiphon.dev.postgres.Databases;
import dev.antiphon.dev.postgres.EmbeddedPostgres;
import dev.antiphon.dev.postgres.Roles;
import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.Ports;
import dev.antiphon.dev.process.Progress;
import dev.antiphon.dev.runtime.ApplicationSettings;
import dev.antiphon.dev.runtime.Environment;
import dev.antiphon.dev.runtime.Installation;
import dev.antiphon.dev.runtime.LocalApplication;
import dev.antiphon.it.AntiphonProcess;
import dev.antiphon.it.Artifacts;
import dev.antiphon.it.Http;
import dev.antiphon.it.OneOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The settings for production that the guides name: PostgreSQL by TLS, Kafka by TLS and with a login. */
class SecuredServersIT {

    private static final String LOGIN = "org.apache.kafka.common.security.plain.PlainLoginModule required";

    private Path folder;
    private Certificate certificate;
    private EmbeddedPostgres postgres;
    private EmbeddedKafka kafka;

    @BeforeEach
    void start() throws Exception {
        folder = Files.createTempDirectory("antiphon-it");
        certificate = Certificate.in(folder);
        postgres = EmbeddedPostgres.on(folder.resolve("postgres"), Artifacts.cache());
        postgres.start();
        kafka = EmbeddedKafka.on(folder.resolve("kafka"), Ports.free(), secured());
        kafka.start();
        execute("alter system set ssl_cert_file = '" + certificate.certificate() + "'");
        execute("alter system set ssl_key_file = '" + certificate.key() + "'");
        execute("alter system set ssl = on");
        execute("select pg_reload_conf()");
        await().until(() -> ask("show ssl").equals("on"));
    }

    @AfterEach
    void stop() {
        kafka.close();
        postgres.close();
        Folders.delete(folder);
    }

    /** As a broker is that lets nobody in without a login. */
    private Map<String, String> secured() {
        return Map.of(
                "listener.security.protocol.map",
                "BROKER:SASL_SSL,CONTROLLER:PLAINTEXT",
                "sasl.mechanism.inter.broker.protocol",
                "PLAIN",
                "listener.name.broker.sasl.enabled.mechanisms",
                "PLAIN",
                "listener.name.broker.plain.sasl.jaas.config",
                LOGIN + " username=\"broker\" password=\"b\" user_broker=\"b\" user_orders=\"o\";",
                "listener.name.broker.ssl.keystore.type",
                "PKCS12",
                "listener.name.broker.ssl.keystore.location",
                certificate.store().toString(),
                "listener.name.broker.ssl.keystore.password",
                Certificate.PASSWORD,
                "listener.name.broker.ssl.truststore.type",
                "PKCS12",
                "listener.name.broker.ssl.truststore.location",
                certificate.trust().toString(),
                "listener.name.broker.ssl.truststore.password",
                Certificate.PASSWORD);
    }

    private Map<String, String> environment(String password) {
        var tls = "?sslmode=verify-full&sslrootcert=" + certificate.certificate();
        var databases = Databases.createIn(postgres, Roles.development());
        var variables = new HashMap<>(Environment.forServer(
                new Databases(databases.writeUrl() + tls, databases.readUrl() + tls, databases.roles()),
                kafka.bootstrapServers()));
        variables.put("ANTIPHON_KAFKA_SECURITY_PROTOCOL", "SASL_SSL");
        variables.put("ANTIPHON_KAFKA_SASL_MECHANISM", "PLAIN");
        variables.put("ANTIPHON_KAFKA_SASL_JAAS_CONFIG", LOGIN + " username=\"orders\" password=\"" + password + "\";");
        variables.put("ANTIPHON_KAFKA_SSL_TRUSTSTORE_TYPE", "PKCS12");
        variables.put(
                "ANTIPHON_KAFKA_SSL_TRUSTSTORE_LOCATION", certificate.trust().toString());
        variables.put("ANTIPHON_KAFKA_SSL_TRUSTSTORE_PASSWORD", Certificate.PASSWORD);
        return variables;
    }

    private void execute(String sql) throws SQLException {
        try (var connection = postgres.connectAsSuperuser("postgres");
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String ask(String sql) throws SQLException {
        try (var connection = postgres.connectAsSuperuser("postgres");
                var rows = connection.createStatement().executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    @Test
    void anOrderGoesAllTheWayThroughTlsAndWithALogin() throws Exception {
        var environment = environment("o");
        try (var application = new LocalApplication(
                ApplicationSettings.of(Installation.in(Artifacts.project()), folder.resolve("home"))
                        .withEnvironment(environment))) {
            application.start(Progress.silent());
            OneOrder.isReadByWhoPlacedIt(new Http(application.uri("")), "o-1");
            assertThat(ask("select count(*) > 3 and bool_and(ssl) from pg_stat_ssl join pg_stat_activity using (pid)"
                            + " where usename like 'antiphon%'"))
                    .as("all connections are by TLS")
                    .isEqualTo("t");
        }
        try (var doctor = operate(environment, "doctor")) {
            assertThat(doctor.exitCode(2)).as(doctor.output()).isZero();
        }
    }

    @Test
    void whoIsNotLetInIsToldWhy() throws Exception {
        try (var topics = operate(environment("wrong"), "topics")) {
            assertThat(topics.exitCode(2)).isEqualTo(1);
            assertThat(topics.output()).contains("Authentication failed").doesNotContain("\tat ");
        }
    }

    private AntiphonProcess operate(Map<String, String> environment, String command) throws IOException {
        return AntiphonProcess.start(
                folder,
                environment,
                List.of(command, "--war", Artifacts.war("projector").toString()));
    }
}
