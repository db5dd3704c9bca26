package dev.antiphon.dev.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.antiphon.dev.process.StartFailure;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvironmentTest {

    @Test
    void everythingIsEmbeddedUnlessSaidOtherwise() {
        Environment environment = new Environment(Map.of("PATH", "/bin", "ANTIPHON_WRITE_URL", " "));

        assertThat(environment.databases()).isEmpty();
        assertThat(environment.kafkaBootstrapServers()).isEmpty();
        assertThat(environment.serverJavaOptions()).isEmpty();
    }

    @Test
    void outsideDatabasesComeWithTheirRoles() {
        Environment environment = new Environment(Map.of(
                "ANTIPHON_WRITE_URL", "jdbc:postgresql://db/w",
                "ANTIPHON_READ_URL", "jdbc:postgresql://db/r",
                "ANTIPHON_QUERY_USER", "reader",
                "ANTIPHON_QUERY_PASSWORD", "secret"));

        assertThat(environment.databases()).hasValueSatisfying(databases -> {
            assertThat(databases.readUrl()).isEqualTo("jdbc:postgresql://db/r");
            assertThat(databases.roles().query().user()).isEqualTo("reader");
            assertThat(databases.roles().query().password()).isEqualTo("secret");
            assertThat(databases.roles().owner().user()).isEqualTo("antiphon_owner");
            assertThat(databases).asString().doesNotContain("secret");
        });
    }

    @Test
    void oneDatabaseAloneIsRefused() {
        Environment environment = new Environment(Map.of("ANTIPHON_READ_URL", "jdbc:postgresql://db/r"));

        assertThatThrownBy(environment::databases)
                .isInstanceOf(StartFailure.class)
                .hasMessageStartingWith("ANTIPHON_WRITE_URL is not set");
    }

    @Test
    void theWarsSeeTheirSettingsAndNoPasswordOfTheOwner() {
        Environment environment = new Environment(Map.of(
                "ANTIPHON_RELAY_LANES", "4",
                "ANTIPHON_OWNER_PASSWORD", "secret",
                "ANTIPHON_SERVER_JAVA_OPTIONS", "-Xmx1g  -XX:+UseG1GC",
                "HOME", "/root"));

        assertThat(environment.forApplications()).containsExactly(Map.entry("ANTIPHON_RELAY_LANES", "4"));
        assertThat(environment.serverJavaOptions())
                .hasValueSatisfying(options -> assertThat(options).containsExactly("-Xmx1g", "-XX:+UseG1GC"));
    }

    @Test
    void whatIsSetForKafkaGoesToItsClientsByTheirNames() {
        Environment environment = new Environment(Map.of(
                "ANTIPHON_KAFKA_BOOTSTRAP_SERVERS", "kafka:9092",
                "ANTIPHON_KAFKA_SECURITY_PROTOCOL", "SASL_SSL",
                "ANTIPHON_KAFKA_SASL_MECHANISM", " ",
                "ANTIPHON_SERVICE", "orders"));

        assertThat(environment.kafkaClients())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("bootstrap.servers", "kafka:9092", "security.protocol", "SASL_SSL"));
    }
}
