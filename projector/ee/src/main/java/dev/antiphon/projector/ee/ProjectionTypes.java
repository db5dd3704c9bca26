package dev.antiphon.projector.ee;

import dev.antiphon.projector.Projection;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.annotation.HandlesTypes;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the classes with {@link Projection} of the war, beans or not; {@link ProjectionCheck} judges them. */
@HandlesTypes(Projection.class)
public class ProjectionTypes implements ServletContainerInitializer {

    static final String ATTRIBUTE = ProjectionTypes.class.getName();

    @Override
    public void onStartup(@Nullable Set<Class<?>> classes, ServletContext context) {
        var names = (classes == null ? Set.<Class<?>>of() : classes)
                .stream()
                        .filter(type -> type.isAnnotationPresent(Projection.class))
                        .map(Class::getName)
                        .collect(Collectors.toCollection(TreeSet::new));
        context.setAttribute(ATTRIBUTE, names);
        context.addListener(ProjectionCheck.class);
    }
}
