package dev.antiphon.it.container;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;

/** Starts what {@link ContainerServers} has before the first class, once; does nothing inside of it. */
public class ServersExtension implements BeforeAllCallback {

    @Override
    public void beforeAll(ExtensionContext context) {
        if (System.getProperty("antiphon.project") != null) {
            context.getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(ServersExtension.class))
                    .getOrComputeIfAbsent("servers", key -> started(), AutoCloseable.class);
        }
    }

    private static AutoCloseable started() {
        return ContainerServers.start();
    }
}
