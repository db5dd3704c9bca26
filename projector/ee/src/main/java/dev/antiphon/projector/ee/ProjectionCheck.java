package dev.antiphon.projector.ee;

import dev.antiphon.projector.InvalidProjectionException;
import jakarta.inject.Inject;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.util.Collection;

/** Stops the deployment of a war with a projection that would never run. */
public class ProjectionCheck implements ServletContextListener {

    @Inject
    ProjectionBeans projections;

    @Override
    @SuppressWarnings("unchecked") // set by ProjectionTypes
    public void contextInitialized(ServletContextEvent event) {
        var beans = projections.classNames();
        for (var type : (Collection<String>) event.getServletContext().getAttribute(ProjectionTypes.ATTRIBUTE)) {
            if (!beans.contains(type)) {
                throw new InvalidProjectionException("Class " + type
                        + " has @Projection but is no CDI bean, so it would never see an event: annotate it with"
                        + " @ApplicationScoped, too, or remove @Projection.");
            }
        }
    }
}
