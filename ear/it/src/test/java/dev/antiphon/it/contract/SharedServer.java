package dev.antiphon.it.contract;

import dev.antiphon.it.Artifacts;
import dev.antiphon.it.server.StartedServer;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;

/** Database, broker and a node of the server with the EAR, started before the first class of the suite, kept for all. */
final class SharedServer implements BeforeAllCallback {

    private static final Namespace SPACE = Namespace.create(SharedServer.class);

    private static StartedServer start() {
        var server = StartedServer.start("contract", services -> {});
        try {
            server.node().deploy(Artifacts.ear());
            return server;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        OrdersContract.use(context.getStore(StoreScope.LAUNCHER_SESSION, SPACE)
                .getOrComputeIfAbsent("running", key -> start(), StartedServer.class));
    }
}
