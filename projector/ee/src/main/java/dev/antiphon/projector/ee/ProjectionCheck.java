package dev.antiphon.projector.ee;

import dev.antiphon.projector.InvalidProjectionException;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.util.Collection;

/**
 * Stops the deployment of a war with a projection that would never run. It asks for its bean, since not every server injects
 * into a listener at all times.
 */
public class ProjectionCheck implements ServletContextListener {

    @Override
    @SuppressWarnings("unchecked") // set by ProjectionTypes
    public void contextInitialized(ServletContextEvent event) {
        var beans = CDI.current().select(ProjectionBeans.class).get().classNames();
        for (var type : (Collection<String>) event.getServletContext().getAttribute(ProjectionTypes.ATTRIBUTE)) {
            if (!beans.contains(type)) {
                throw new InvalidProjectionException("Class " + type
                        + " has @Projection but is no CDI bean, so it would never see an event: annotate it with"
                        + " @ApplicationScoped, too, or remove @Projection.");
            }
        }
    }
}
