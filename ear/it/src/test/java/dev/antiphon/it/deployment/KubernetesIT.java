package dev.antiphon.it.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.kubernetes.client.openapi.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The manifests are what Kubernetes takes, and say what the application is. */
class KubernetesIT {

    private static final String EXAMPLE = "secrets.example.yaml";
    private static final String KUSTOMIZATION = "kustomization.yaml";
    private static final String NAME = "app.kubernetes.io/name";

    private final Path folder = Dockerfile.folder().resolve("kubernetes");
    private final JsonNode kustomization =
            Deployment.yaml(folder.resolve(KUSTOMIZATION)).get(0);
    private final List<JsonNode> manifests = files().stream()
            .flatMap(file -> Deployment.yaml(folder.resolve(file)).stream())
            .toList();

    private List<String> files() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> !file.equals(KUSTOMIZATION))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** No field that there is not, none missing that must be there, and each of its type, by the API's own description. */
    @Test
    void everyManifestIsWhatTheApiDescribes() throws Exception {
        assertThat(manifests).hasSizeGreaterThan(20);
        new JSON(); // makes the reader of its types
        for (var manifest : manifests) {
            var version = manifest.path("apiVersion").asText().replaceAll(".*/", "");
            var type = Class.forName("io.kubernetes.client.openapi.models." + version.toUpperCase()
                    + manifest.path("kind").asText());
            try {
                type.getMethod("validateJsonElement", JsonElement.class)
                        .invoke(null, JsonParser.parseString(manifest.toString()));
            } catch (InvocationTargetException e) {
                throw new AssertionError(name(manifest) + ": " + e.getCause().getMessage(), e.getCause());
            }
            assertThat(JSON.getGson().fromJson(manifest.toString(), type)).isNotNull();
        }
    }

    private static String name(JsonNode manifest) {
        return manifest.path("kind").asText() + " "
                + manifest.path("metadata").path("name").asText();
    }

    @Test
    void theKustomizationNamesEveryFileButTheExample() {
        var named = texts(kustomization.path("resources"));
        assertThat(named)
                .containsExactlyInAnyOrderElementsOf(
                        files().stream().filter(file -> !file.equals(EXAMPLE)).toList());
    }

    @Test
    void imagesAreThoseThatAreBuiltHere() {
        var tags = new LinkedHashMap<String, String>();
        kustomization
                .path("images")
                .forEach(image -> tags.put(
                        image.path("name").asText(), image.path("newTag").asText()));
        assertThat(tags.values()).containsOnly(Deployment.property("version"));
        assertThat(tags.keySet())
                .containsExactlyInAnyOrderElementsOf(Dockerfile.all().stream()
                        .map(dockerfile -> "antiphon-orders-" + dockerfile.name())
                        .toList());
        assertThat(containers())
                .extracting(container -> container.path("image").asText())
                .containsOnly(tags.keySet().toArray(String[]::new));
    }

    @Test
    void everyProbeAsksAnEndpointThatIsThere() {
        for (var side : Deployment.SIDES) {
            var container = container(side);
            var health = Deployment.health(side);
            assertThat(probe(container, "startupProbe")).isEqualTo(health.get("live"));
            assertThat(probe(container, "livenessProbe")).isEqualTo(health.get("live"));
            assertThat(probe(container, "readinessProbe")).isEqualTo(health.get("ready"));
            assertThat(container.path("ports").path(0).path("name").asText()).isEqualTo("http");
            assertThat(container.path("ports").path(0).path("containerPort").asInt())
                    .isEqualTo(8080);
        }
    }

    private static String probe(JsonNode container, String name) {
        var get = container.path(name).path("httpGet");
        assertThat(get.path("port").asText()).isEqualTo("http");
        return get.path("path").asText();
    }

    @Test
    void eachContainerGetsTheVariablesThatItReadsAndNoOther() {
        for (var side : Deployment.SIDES) {
            assertThat(variables(side)).as(side).isEqualTo(Deployment.variables(side));
        }
        assertThat(variables("migrate")).isEqualTo(Deployment.variables("OWNER", "COMMAND", "PROJECTOR", "QUERY"));
        assertThat(variables("rebuild")).isEqualTo(Deployment.variables("COMMAND", "PROJECTOR"));
    }

    private Set<String> variables(String container) {
        var names = new TreeSet<String>();
        container(container)
                .path("env")
                .forEach(variable -> names.add(variable.path("name").asText()));
        return names;
    }

    @Test
    void whatContainersReadIsInTheConfigurationOrTheExample() {
        var there = new ArrayList<String>();
        for (var manifest : manifests) {
            var data = manifest.path("kind").asText().equals("Secret") ? "stringData" : "data";
            manifest.path(data).fieldNames().forEachRemaining(key -> there.add(name(manifest) + " " + key));
        }
        for (var container : containers()) {
            for (var variable : container.path("env")) {
                var from = variable.path("valueFrom");
                var secret = from.has("secretKeyRef");
                var reference = from.path(secret ? "secretKeyRef" : "configMapKeyRef");
                assertThat(secret)
                        .as(variable.toString())
                        .isEqualTo(variable.path("name").asText().matches(".*_(USER|PASSWORD)"));
                assertThat(there)
                        .contains((secret ? "Secret " : "ConfigMap ")
                                + reference.path("name").asText() + " "
                                + reference.path("key").asText());
            }
        }
    }

    @Test
    void everySelectorFindsItsPods() {
        for (var side : Deployment.SIDES) {
            var deployment = manifest("Deployment " + side);
            var label = deployment
                    .path("spec")
                    .path("template")
                    .path("metadata")
                    .path("labels")
                    .path(NAME);
            assertThat(label.asText()).isEqualTo(side);
            assertThat(deployment
                            .path("spec")
                            .path("selector")
                            .path("matchLabels")
                            .path(NAME))
                    .isEqualTo(label);
            assertThat(pod(deployment)
                            .path("topologySpreadConstraints")
                            .path(0)
                            .path("labelSelector")
                            .path("matchLabels")
                            .path(NAME))
                    .isEqualTo(label);
            assertThat(manifest("Service " + side).path("spec").path("selector").path(NAME))
                    .isEqualTo(label);
            assertThat(manifest("PodDisruptionBudget " + side)
                            .path("spec")
                            .path("selector")
                            .path("matchLabels")
                            .path(NAME))
                    .isEqualTo(label);
        }
    }

    @Test
    void thePodsReachTheServersOfTheirSideAlone() {
        assertThat(manifest("NetworkPolicy nothing").path("spec").path("podSelector"))
                .isEmpty();
        assertThat(texts(manifest("NetworkPolicy nothing").path("spec").path("policyTypes")))
                .containsExactlyInAnyOrder("Ingress", "Egress");
        var reached = Map.of(
                "command", Set.of("write-database:5432", "kafka:9092"),
                "projector", Set.of("read-database:5432", "kafka:9092", "write-database:5432"), // for the rebuild
                "query", Set.of("read-database:5432"),
                "migrate", Set.of("write-database:5432", "read-database:5432"));
        reached.forEach((pod, servers) -> {
            var spec = manifest("NetworkPolicy " + pod).path("spec");
            assertThat(spec.path("podSelector").path("matchLabels").path(NAME).asText())
                    .isEqualTo(pod);
            var allowed = new TreeSet<String>();
            for (var rule : spec.path("egress")) {
                assertThat(rule.path("to")).as(pod).hasSize(1);
                var peer = rule.path("to").path(0).path("podSelector").path("matchLabels");
                allowed.add(peer.path(NAME).asText() + ":"
                        + rule.path("ports").path(0).path("port").asInt());
            }
            assertThat(allowed).as(pod).isEqualTo(servers);
        });
        assertThat(manifests)
                .filteredOn(manifest -> manifest.path("kind").asText().equals("NetworkPolicy"))
                .as("no further policy that allows more")
                .hasSize(reached.size() + 3);
    }

    @Test
    void noContainerMayMoreThanItNeeds() {
        for (var owner : manifests) {
            if (owner.path("spec").path("template").has("spec")) {
                var pod = pod(owner);
                assertThat(pod.path("securityContext").path("runAsNonRoot").asBoolean())
                        .isTrue();
                assertThat(pod.path("automountServiceAccountToken").asBoolean(true))
                        .isFalse();
                assertThat(pod.path("enableServiceLinks").asBoolean(true)).isFalse();
            }
        }
        for (var container : containers()) {
            var context = container.path("securityContext");
            assertThat(context.path("readOnlyRootFilesystem").asBoolean()).isTrue();
            assertThat(context.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
            assertThat(texts(context.path("capabilities").path("drop"))).containsExactly("ALL");
            assertThat(container.path("volumeMounts").path(0).path("mountPath").asText())
                    .isEqualTo("/tmp");
        }
    }

    @Test
    void aStopIsWaitedForLongerThanTheSettingsTakeAndANewPodComesFirst() {
        for (var side : Deployment.SIDES) {
            var deployment = manifest("Deployment " + side);
            var grace = Duration.ofSeconds(
                    pod(deployment).path("terminationGracePeriodSeconds").asInt());
            var before = container(side)
                    .path("lifecycle")
                    .path("preStop")
                    .path("sleep")
                    .path("seconds")
                    .asInt();
            assertThat(grace)
                    .as(side)
                    .isGreaterThan(Deployment.stopping(side).plusSeconds(before).plusSeconds(10));
            assertThat(deployment
                            .path("spec")
                            .path("strategy")
                            .path("rollingUpdate")
                            .path("maxUnavailable")
                            .asInt(-1))
                    .isZero();
        }
    }

    private JsonNode manifest(String name) {
        return manifests.stream()
                .filter(manifest -> name(manifest).equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("There is no " + name));
    }

    private static JsonNode pod(JsonNode owner) {
        return owner.path("spec").path("template").path("spec");
    }

    private List<JsonNode> containers() {
        return manifests.stream()
                .map(KubernetesIT::pod)
                .flatMap(pod -> Stream.of(pod.path("initContainers"), pod.path("containers")))
                .flatMap(containers -> StreamSupport.stream(containers.spliterator(), false))
                .toList();
    }

    private JsonNode container(String name) {
        return containers().stream()
                .filter(container -> container.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("There is no container " + name));
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
