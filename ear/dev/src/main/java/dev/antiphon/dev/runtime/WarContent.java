package dev.antiphon.dev.runtime;

import dev.antiphon.command.Aggregate;
import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.events.EventModel;
import dev.antiphon.events.Topic;
import dev.antiphon.events.settings.Settings;
import dev.antiphon.projector.Projection;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.CompositeIndex;
import org.jboss.jandex.Index;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.Indexer;

/**
 * The classes and settings of a war that is deployed elsewhere. Its classes are found without being loaded, since most need
 * what only a server has; those of the application are loaded from the war, what the framework brings from this process.
 */
final class WarContent implements AutoCloseable {

    private static final String CLASSES = "WEB-INF/classes/";
    private static final String LIBRARIES = "WEB-INF/lib/";
    private static final String FRAMEWORK = "dev/antiphon/";

    private final Path war;
    private final Path unpacked;
    private final URLClassLoader loader;
    private final IndexView index;

    /** @throws StartFailure if there is no war, or it cannot be read */
    WarContent(Path war) {
        this.war = war;
        if (Files.notExists(war)) {
            throw new StartFailure(war + " does not exist; build it first, or correct --war.");
        }
        unpacked = Folders.temporary("antiphon-war");
        try {
            var urls = new ArrayList<URL>();
            index = unpack(urls);
            loader = new WarClassLoader(urls.toArray(URL[]::new), own());
        } catch (IOException e) {
            Folders.delete(unpacked);
            throw new StartFailure("Cannot read " + war + ": " + StartFailure.reason(e), e);
        } catch (StartFailure e) {
            Folders.delete(unpacked);
            throw e;
        }
    }

    private IndexView unpack(List<URL> urls) throws IOException {
        var indexes = new ArrayList<IndexView>();
        var classes = new Indexer();
        // Made first: the address of a folder that is not there is that of a file.
        urls.add(Files.createDirectories(classes()).toUri().toURL());
        try (var zip = new ZipFile(war.toFile())) {
            for (var entry : zip.stream().filter(each -> !each.isDirectory()).toList()) {
                var name = entry.getName();
                var isLibrary = name.startsWith(LIBRARIES) && name.endsWith(".jar");
                if (!name.startsWith(CLASSES) && !isLibrary) {
                    continue;
                }
                var file = Folders.unpack(zip, entry, unpacked, name);
                if (isLibrary) {
                    urls.add(file.toUri().toURL());
                    var ofLibrary = library(file);
                    if (isOfApplication(ofLibrary)) {
                        indexes.add(ofLibrary);
                    }
                } else if (isClass(name)) {
                    try (var in = Files.newInputStream(file)) {
                        index(classes, in, name);
                    }
                }
            }
        }
        indexes.add(0, classes.complete());
        return CompositeIndex.create(indexes);
    }

    private static Index library(Path file) throws IOException {
        var indexer = new Indexer();
        try (var jar = new ZipFile(file.toFile())) {
            var classes = jar.stream().filter(each -> isClass(each.getName())).toList();
            if (mentionFramework(jar, classes)) {
                for (var each : classes) {
                    try (var in = jar.getInputStream(each)) {
                        index(indexer, in, each.getName());
                    }
                }
            }
        }
        return indexer.complete();
    }

    /** Whatever does not is not the application's; most libraries do not, and to index them takes seconds. */
    private static boolean mentionFramework(ZipFile jar, List<? extends ZipEntry> classes) throws IOException {
        for (var each : classes) {
            try (var in = jar.getInputStream(each)) {
                if (new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).contains(FRAMEWORK)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Nothing is kept of other libraries. */
    private static boolean isOfApplication(Index library) {
        return !library.getKnownDirectSubclasses(Aggregate.class).isEmpty()
                || Stream.of(Projection.class, Topic.class)
                        .anyMatch(mark -> !library.getAnnotations(mark).isEmpty());
    }

    private static boolean isClass(String name) {
        return name.endsWith(".class") && !name.startsWith("META-INF/") && !name.endsWith("module-info.class");
    }

    private static void index(Indexer indexer, InputStream content, String name) throws IOException {
        try {
            indexer.index(content);
        } catch (IOException | RuntimeException e) {
            throw new IOException(name + " is no class: " + e.getMessage(), e);
        }
    }

    private Set<String> own() {
        return index.getKnownClasses().stream()
                .map(each -> each.name().toString())
                .collect(Collectors.toSet());
    }

    /** The file. */
    Path war() {
        return war;
    }

    /** The names of the application's classes with an annotation, and of nothing that only mentions it; in their order. */
    List<String> annotated(Class<? extends Annotation> annotation) {
        return index.getAnnotations(annotation).stream()
                .filter(each -> each.target().kind() == AnnotationTarget.Kind.CLASS)
                .map(each -> each.target().asClass().name().toString())
                .distinct()
                .sorted()
                .toList();
    }

    /** The application's classes below one, near and far, that are no abstract ones. */
    List<ClassInfo> concreteSubclasses(Class<?> type) {
        return index.getAllKnownSubclasses(type).stream()
                .filter(each -> !each.isAbstract())
                .toList();
    }

    /** The application's classes as they are written. */
    IndexView index() {
        return index;
    }

    /**
     * The events in it, by families.
     *
     * @throws StartFailure if they cannot be loaded
     * @throws dev.antiphon.events.InvalidEventModelException if they break a rule that would stop the deployment
     */
    List<EventModel> events() {
        var found = new ArrayList<EventModel>();
        for (var name : annotated(Topic.class)) {
            try {
                found.add(EventModel.of(load(name)));
            } catch (ReflectiveOperationException | LinkageError e) {
                throw new StartFailure("The events of " + name + " in " + war + " cannot be read: " + e, e);
            }
        }
        return found;
    }

    /** Loads a class without running anything of it. */
    Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName(name, false, loader);
    }

    /** What is in its {@code WEB-INF/classes}, for as long as this is open. */
    Path classes() {
        return unpacked.resolve(CLASSES);
    }

    /** The settings of the application: those of the environment, then those in the war. */
    Settings settings(Environment environment) {
        var properties = new Properties();
        var file = classes().resolve(Settings.WAR_FILE);
        if (Files.exists(file)) {
            try (var in = Files.newBufferedReader(file)) {
                properties.load(in);
            } catch (IOException | IllegalArgumentException e) {
                throw new StartFailure(
                        "Cannot read " + Settings.WAR_FILE + " of " + war + ": " + StartFailure.reason(e), e);
            }
        }
        return new Settings(environment::setting, environment::names).above(properties);
    }

    @Override
    public void close() {
        try (loader) {
            Folders.delete(unpacked);
        } catch (IOException e) {
            throw new StartFailure("Cannot remove " + unpacked + ": " + StartFailure.reason(e), e);
        }
    }
}
