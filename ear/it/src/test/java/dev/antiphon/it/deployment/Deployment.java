package dev.antiphon.it.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.antiphon.command.CommandSettings;
import dev.antiphon.dev.runtime.Environment;
import dev.antiphon.events.Setting;
import dev.antiphon.events.ee.config.KafkaSettings;
import dev.antiphon.events.ee.health.HealthResource;
import dev.antiphon.events.settings.CommonSettings;
import dev.antiphon.it.Artifacts;
import dev.antiphon.projector.ProjectorSettings;
import dev.antiphon.query.QuerySettings;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathFactory;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;

/** What the code says that is deployed, for files that say it again. */
final class Deployment {

    static final List<String> SIDES = List.of("command", "projector", "query");

    private static final String KAFKA = "ANTIPHON_KAFKA_BOOTSTRAP_SERVERS";
    private static final Pattern VARIABLE = Pattern.compile("\\bANTIPHON_[A-Z0-9_]+\\b");

    private Deployment() {}

    /** A property of the project. */
    static String property(String name) {
        try (var pom = Files.newInputStream(Artifacts.project().resolve("pom.xml"))) {
            var document =
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom);
            var value = XPathFactory.newInstance().newXPath().evaluate(name, document.getDocumentElement());
            if (value.isEmpty()) {
                throw new IllegalArgumentException("pom.xml has no " + name);
            }
            return value;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** The documents of a YAML file, merge keys merged; a key that is there twice is an error. */
    static List<JsonNode> yaml(java.nio.file.Path file) {
        var options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        var json = new ObjectMapper();
        try (var text = Files.newBufferedReader(file)) {
            var documents = new Yaml(options).loadAll(text).iterator();
            return Stream.generate(() -> documents.hasNext() ? json.<JsonNode>valueToTree(documents.next()) : null)
                    .takeWhile(document -> document != null)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where a side answers about its health, by {@code live} and {@code ready}. */
    static Map<String, String> health(String side) {
        var entryPoint = Dockerfile.of(side).entryPoint();
        var deployed = entryPoint.get(entryPoint.indexOf("--deploy") + 1);
        var root = deployed.substring(deployed.indexOf(':') + 1);
        var resource = HealthResource.class.getAnnotation(Path.class).value();
        return Arrays.stream(HealthResource.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Path.class))
                .map(method -> method.getAnnotation(Path.class).value())
                .collect(Collectors.toMap(path -> path, path -> root + "/" + resource + "/" + path));
    }

    /** The variables that the server of a side reads, and nothing that it need not know. */
    static Set<String> variables(String side) {
        var needed = new TreeSet<>(variablesIn(
                Artifacts.project().resolve("ear/orders/src/main/servers/payara-micro/" + side + ".asadmin")));
        if (!side.equals("query")) {
            needed.add(KAFKA);
        }
        return needed;
    }

    /** The variables of a command of the command line. */
    static Set<String> variables(String... roles) {
        return Stream.concat(
                        Stream.of("ANTIPHON_WRITE_URL", "ANTIPHON_READ_URL"),
                        Stream.of(roles)
                                .flatMap(role ->
                                        Stream.of("ANTIPHON_" + role + "_USER", "ANTIPHON_" + role + "_PASSWORD")))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    static Set<String> variablesIn(java.nio.file.Path file) {
        try {
            return VARIABLE.matcher(Files.readString(file))
                    .results()
                    .map(match -> match.group())
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether anything reads a variable: a war, as a setting, or the command line. */
    static boolean isRead(String variable) {
        return settings()
                        .map(setting -> setting.name().toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_"))
                        .anyMatch(variable::equals)
                || new Environment(Map.of(variable, "value")).forApplications().isEmpty();
    }

    /** How long a side may take to stop by its settings. */
    static Duration stopping(String side) {
        return settings()
                .filter(setting -> setting.name().endsWith(".stop-timeout"))
                .filter(setting -> side.equals(setting.name().startsWith("antiphon.relay.") ? "command" : "projector"))
                .map(setting -> Duration.parse("PT" + setting.defaultValue()))
                .findFirst()
                .orElse(Duration.ZERO);
    }

    private static Stream<Setting> settings() {
        return Stream.of(
                        CommonSettings.all(),
                        KafkaSettings.all(),
                        CommandSettings.all(),
                        ProjectorSettings.all(),
                        QuerySettings.all())
                .flatMap(List::stream);
    }
}
