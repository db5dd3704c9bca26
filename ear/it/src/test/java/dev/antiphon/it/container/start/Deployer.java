package dev.antiphon.it.container.start;

import java.io.InputStream;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Has the server that this class runs in deploy a war that lies among this war's resources, and listens to its log. */
final class Deployer {

    private Deployer() {}

    /** The server as an application of the Payara Micro API sees it; the API's jar is not at hand here. */
    private static Object server() throws ReflectiveOperationException {
        var server = Class.forName("fish.payara.micro.impl.PayaraMicroImpl");
        return server.getMethod("getRuntime")
                .invoke(server.getMethod("getInstance").invoke(null));
    }

    /** What the server logged while it deployed the war. */
    static Queue<String> deploy(String name) throws Exception {
        var log = new ConcurrentLinkedQueue<String>();
        var listener = new Handler() {
            @Override
            public void publish(LogRecord message) {
                log.add(String.valueOf(message.getMessage()));
                for (var cause = message.getThrown(); cause != null; cause = cause.getCause()) {
                    log.add(String.valueOf(cause.getMessage()));
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        var root = Logger.getLogger("");
        root.addHandler(listener);
        try (var war = Deployer.class.getResourceAsStream("/" + name + ".war")) {
            server().getClass()
                    .getMethod("deploy", String.class, String.class, InputStream.class)
                    .invoke(server(), name, name, war);
        } finally {
            root.removeHandler(listener);
        }
        return log;
    }

    static void undeploy(String name) throws ReflectiveOperationException {
        server().getClass().getMethod("undeploy", String.class).invoke(server(), name);
    }

    @SuppressWarnings("unchecked")
    static Collection<String> deployed() throws ReflectiveOperationException {
        return (Collection<String>)
                server().getClass().getMethod("getDeployedApplicationNames").invoke(server());
    }
}
