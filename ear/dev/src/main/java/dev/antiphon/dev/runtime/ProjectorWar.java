package dev.antiphon.dev.runtime;

import dev.antiphon.dev.postgres.Migrations;
import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.events.EventModel;
import dev.antiphon.events.Topic;
import dev.antiphon.events.TopicName;
import dev.antiphon.events.settings.Settings;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.definition.ProjectionDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * The projections of a war that is deployed elsewhere, to be run without a container: found by their annotation in its
 * classes and libraries, and made by their constructors without parameters. They and their events come out of the war; what
 * the framework itself brings comes from this process.
 */
public final class ProjectorWar implements AutoCloseable {

    private static final byte[] PROJECTION = mark(Projection.class);
    private static final byte[] TOPIC = mark(Topic.class);
    private static final String CLASSES = "WEB-INF/classes/";
    private static final List<String> FRAMEWORK = Stream.of(Projection.class, Topic.class)
            .map(type -> type.getPackageName().replace('.', '/') + "/")
            .toList();
    private static final String LIBRARIES = "WEB-INF/lib/";

    private final Path war;
    private final Path unpacked;
    private final URLClassLoader loader;
    private final List<String> projections = new ArrayList<>();
    private final List<String> families = new ArrayList<>();
    private final Set<String> own = new HashSet<>();

    /** @throws StartFailure if there is no war, or it cannot be read */
    public ProjectorWar(Path war) {
        this.war = war;
        if (Files.notExists(war)) {
            throw new StartFailure(war + " does not exist. Name the war of your projections with --war or"
                    + " ANTIPHON_PROJECTOR_WAR.");
        }
        unpacked = Folders.temporary("antiphon-war");
        try {
            loader = new WarClassLoader(unpack(), own);
        } catch (IOException e) {
            Folders.delete(unpacked);
            throw new StartFailure("Cannot read " + war + ": " + StartFailure.reason(e), e);
        }
    }

    private static byte[] mark(Class<?> annotation) {
        return ("L" + annotation.getName().replace('.', '/') + ";").getBytes(StandardCharsets.UTF_8);
    }

    private URL[] unpack() throws IOException {
        var urls = new ArrayList<URL>();
        // Made first: the address of a folder that is not there is that of a file.
        urls.add(Files.createDirectories(unpacked.resolve(CLASSES)).toUri().toURL());
        try (var zip = new ZipFile(war.toFile())) {
            for (var entry : zip.stream().filter(each -> !each.isDirectory()).toList()) {
                var name = entry.getName();
                if (!name.startsWith(CLASSES) && !(name.startsWith(LIBRARIES) && name.endsWith(".jar"))) {
                    continue;
                }
                var file = Folders.unpack(zip, entry, unpacked, name);
                if (name.startsWith(LIBRARIES)) {
                    urls.add(file.toUri().toURL());
                    findInJar(file);
                } else if (name.endsWith(".class")) {
                    try (var in = zip.getInputStream(entry)) {
                        find(name.substring(CLASSES.length()), in);
                    }
                    own.add(className(name.substring(CLASSES.length())));
                }
            }
        }
        return urls.toArray(URL[]::new);
    }

    private void findInJar(Path library) throws IOException {
        try (var jar = new JarFile(library.toFile())) {
            var entries = jar.stream().filter(each -> isClass(each.getName())).toList();
            var foundBefore = projections.size() + families.size();
            for (var entry : entries) {
                try (var in = jar.getInputStream(entry)) {
                    find(entry.getName(), in);
                }
            }
            if (projections.size() + families.size() > foundBefore) {
                entries.forEach(entry -> own.add(className(entry.getName())));
            }
        }
    }

    private static boolean isClass(String name) {
        return name.endsWith(".class") && !name.startsWith("META-INF/") && !name.equals("module-info.class");
    }

    private static String className(String file) {
        return file.substring(0, file.length() - ".class".length()).replace('/', '.');
    }

    /** Looks for the annotation's name before any class is loaded: most need what only a server has. */
    private void find(String file, InputStream content) throws IOException {
        if (isOfFramework(file)) {
            return;
        }
        var name = className(file);
        var bytes = content.readAllBytes();
        if (contains(bytes, PROJECTION)) {
            projections.add(name);
        }
        if (contains(bytes, TOPIC)) {
            families.add(name);
        }
    }

    private static boolean isOfFramework(String file) {
        return FRAMEWORK.stream().anyMatch(folder -> file.startsWith(folder));
    }

    private static boolean contains(byte[] content, byte[] part) {
        for (var i = 0; i <= content.length - part.length; i++) {
            var same = 0;
            while (same < part.length && content[i + same] == part[same]) {
                same++;
            }
            if (same == part.length) {
                return true;
            }
        }
        return false;
    }

    /**
     * Its projections, by their names.
     *
     * @throws StartFailure if it has none, or one cannot be made without a container
     * @throws dev.antiphon.projector.InvalidProjectionException if one would stop its deployment
     */
    public List<ProjectionDefinition> projections() {
        var found = new ArrayList<ProjectionDefinition>();
        for (var name : projections) {
            try {
                var type = Class.forName(name, false, loader);
                if (type.isAnnotationPresent(Projection.class)) {
                    var constructor = type.getDeclaredConstructor();
                    constructor.setAccessible(true);
                    found.add(ProjectionDefinition.of(type, constructor.newInstance()));
                }
            } catch (ReflectiveOperationException | LinkageError e) {
                throw new StartFailure(
                        "The projection " + name + " of " + war + " cannot be made without a container: it needs a"
                                + " constructor without parameters, and nothing that only a server has. " + e,
                        e);
            }
        }
        if (found.isEmpty()) {
            throw new StartFailure(war + " has no projections: no class in it has @Projection.");
        }
        ProjectionDefinition.checkDistinct(found);
        found.sort(Comparator.comparing(ProjectionDefinition::key));
        return found;
    }

    /**
     * The topics of its events, whether or not a projection reads them, by their names.
     *
     * @throws dev.antiphon.events.InvalidEventModelException if events break a rule that would stop the deployment
     */
    public List<TopicName> topics() {
        var found = new TreeMap<String, TopicName>();
        for (var name : families) {
            try {
                var type = Class.forName(name, false, loader);
                if (type.isAnnotationPresent(Topic.class)) {
                    var topic = EventModel.of(type).topic();
                    found.put(topic.value(), topic);
                }
            } catch (ReflectiveOperationException | LinkageError e) {
                throw new StartFailure("The events of " + name + " in " + war + " cannot be read: " + e, e);
            }
        }
        return List.copyOf(found.values());
    }

    /** The framework's schemas, and that of its projections; for as long as this is open. */
    public Migrations migrations() {
        return Migrations.of(List.of(), List.of("filesystem:" + unpacked.resolve(CLASSES)));
    }

    /** The settings of the application: those of the environment, then those in the war. */
    public Settings settings(Environment environment) {
        var properties = new Properties();
        var file = unpacked.resolve(CLASSES + Settings.WAR_FILE);
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
