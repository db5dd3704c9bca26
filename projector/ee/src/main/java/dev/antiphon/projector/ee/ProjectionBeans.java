package dev.antiphon.projector.ee;

import dev.antiphon.projector.Projection;
import dev.antiphon.projector.definition.ProjectionDefinition;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The projections of this war. */
@ApplicationScoped
public class ProjectionBeans {

    @Inject
    BeanManager beans;

    /**
     * Finds and checks them, ordered by name.
     *
     * @throws dev.antiphon.projector.InvalidProjectionException if one is not as it must be
     */
    public List<ProjectionDefinition> find() {
        var definitions = beans().map(this::define)
                .sorted(Comparator.comparing(ProjectionDefinition::key))
                .toList();
        ProjectionDefinition.checkDistinct(definitions);
        return definitions;
    }

    /** The names of their classes. */
    Set<String> classNames() {
        return beans().map(bean -> bean.getBeanClass().getName()).collect(Collectors.toSet());
    }

    private Stream<Bean<?>> beans() {
        return beans.getBeans(Object.class, Any.Literal.INSTANCE).stream()
                .filter(bean -> bean.getBeanClass().isAnnotationPresent(Projection.class))
                .filter(bean -> bean.getTypes().contains(bean.getBeanClass()));
    }

    private ProjectionDefinition define(Bean<?> bean) {
        var instance = beans.getReference(bean, bean.getBeanClass(), beans.createCreationalContext(bean));
        return ProjectionDefinition.of(bean.getBeanClass(), instance);
    }
}
