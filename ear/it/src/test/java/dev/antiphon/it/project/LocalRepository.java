package dev.antiphon.it.project;

import dev.antiphon.it.Artifacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/**
 * A Maven repository in which what the BOM names is installed, with the poms that it needs, and nothing else of Antiphon;
 * all other folders are links to the machine's repository, which never sees Antiphon's.
 */
final class LocalRepository {

    private static final String BOM = "antiphon-bom";

    private final Path folder;
    private final Map<String, Path> poms = new HashMap<>();

    private LocalRepository(Path folder) throws IOException {
        this.folder = folder;
        try (var files = Files.find(Artifacts.project(), 3, (file, attributes) -> file.endsWith("pom.xml"))) {
            for (var pom : files.toList()) {
                poms.put(text(read(pom), "artifactId").orElseThrow(), pom);
            }
        }
    }

    /** Makes it. */
    static Path in(Path folder) throws IOException {
        var repository = new LocalRepository(folder);
        var machine = Path.of(System.getProperty("antiphon.maven.repository"));
        repository.link(machine, folder, "dev");
        repository.link(machine.resolve("dev"), folder.resolve("dev"), "antiphon");
        repository.install(BOM);
        for (var artifact : elements(read(repository.poms.get(BOM)), "dependency")
                .map(dependency -> text(dependency, "artifactId").orElseThrow())
                .toList()) {
            repository.install(artifact);
        }
        return folder;
    }

    private void link(Path from, Path to, String except) throws IOException {
        Files.createDirectories(to);
        try (var entries = Files.newDirectoryStream(
                from, entry -> !entry.getFileName().toString().equals(except))) {
            for (var entry : entries) {
                Files.createSymbolicLink(to.resolve(entry.getFileName()), entry.toAbsolutePath());
            }
        }
    }

    /** As {@code maven-install-plugin} does: pom and jar, below group, artifact and version; the parents as well. */
    private void install(String artifact) throws IOException {
        var pom = Optional.ofNullable(poms.get(artifact)).orElseThrow();
        var project = read(pom);
        var parent = elements(project, "parent").findFirst();
        var version = text(project, "version").or(() -> text(parent.orElseThrow(), "version"));
        var place = folder.resolve("dev/antiphon").resolve(artifact).resolve(version.orElseThrow());
        if (Files.exists(place)) {
            return;
        }
        Files.createDirectories(place);
        var name = artifact + "-" + version.orElseThrow();
        Files.copy(pom, place.resolve(name + ".pom"));
        if (text(project, "packaging").isEmpty()) {
            Files.copy(pom.resolveSibling("target/" + name + ".jar"), place.resolve(name + ".jar"));
        }
        if (parent.isPresent()) {
            install(text(parent.get(), "artifactId").orElseThrow());
        }
    }

    private static Element read(Path pom) throws IOException {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(pom.toFile())
                    .getDocumentElement();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(pom + ": " + e.getMessage(), e);
        }
    }

    private static Optional<String> text(Element parent, String name) {
        return elements(parent, name)
                .filter(each -> each.getParentNode() == parent)
                .map(Element::getTextContent)
                .findFirst();
    }

    private static Stream<Element> elements(Element parent, String name) {
        var nodes = parent.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength()).mapToObj(nodes::item).map(Element.class::cast);
    }
}
