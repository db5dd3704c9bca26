package dev.antiphon.query.ee.waiting;

import dev.antiphon.query.ee.streaming.StreamingFilter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.annotation.HandlesTypes;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.Path;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts the {@link WaitingFilter}, and behind it the {@link StreamingFilter}, behind all filters that the application declares, so that they have run before a
 * request waits.
 */
@HandlesTypes({Path.class, ApplicationPath.class})
public class WaitingInitializer implements ServletContainerInitializer {

    @Override
    public void onStartup(@Nullable Set<Class<?>> classes, ServletContext context) {
        var routes = new ReadRoutes(classes == null ? Set.of() : classes);
        if (routes.isEmpty()) {
            return;
        }
        context.setAttribute(ReadRoutes.class.getName(), routes);
        var filter = context.addFilter(WaitingFilter.class.getName(), WaitingFilter.class);
        filter.setAsyncSupported(true);
        filter.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC), true, "/*");
        var streaming = context.addFilter(StreamingFilter.class.getName(), StreamingFilter.class);
        streaming.setAsyncSupported(true);
        streaming.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC), true, "/*");
    }
}
