package dev.antiphon.dev.runtime;

import dev.antiphon.dev.postgres.Migrations;
import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.events.TopicName;
import dev.antiphon.events.settings.Settings;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.definition.ProjectionDefinition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * The projections of a war that is deployed elsewhere, to be run without a container: found by their annotation in its
 * classes and libraries, and made by their constructors without parameters.
 */
public final class ProjectorWar implements AutoCloseable {

    private final WarContent content;

    /** @throws StartFailure if there is no war, or it cannot be read */
    public ProjectorWar(Path war) {
        this(new WarContent(war));
    }

    /** Those in a war that is open already; it is closed with this. */
    ProjectorWar(WarContent content) {
        this.content = content;
    }

    /**
     * Its projections, by their names.
     *
     * @throws StartFailure if it has none, or one cannot be made without a container
     * @throws dev.antiphon.projector.InvalidProjectionException if one would stop its deployment
     */
    public List<ProjectionDefinition> projections() {
        var found = new ArrayList<ProjectionDefinition>();
        for (var name : content.annotated(Projection.class)) {
            try {
                var type = content.load(name);
                var constructor = type.getDeclaredConstructor();
                constructor.setAccessible(true);
                found.add(ProjectionDefinition.of(type, constructor.newInstance()));
            } catch (ReflectiveOperationException | LinkageError e) {
                throw new StartFailure(
                        "The projection " + name + " of " + content.war() + " cannot be made without a container: it"
                                + " needs a constructor without parameters, and nothing that only a server has. " + e,
                        e);
            }
        }
        if (found.isEmpty()) {
            throw new StartFailure(content.war() + " has no projections: no class in it has @Projection.");
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
        for (var model : content.events()) {
            found.put(model.topic().value(), model.topic());
        }
        return List.copyOf(found.values());
    }

    /** The framework's schemas, and that of its projections; for as long as this is open. */
    public Migrations migrations() {
        return Migrations.of(List.of(), List.of("filesystem:" + content.classes()));
    }

    /** The settings of the application: those of the environment, then those in the war. */
    public Settings settings(Environment environment) {
        return content.settings(environment);
    }

    @Override
    public void close() {
        content.close();
    }
}
