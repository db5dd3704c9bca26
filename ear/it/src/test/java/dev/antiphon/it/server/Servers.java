package dev.antiphon.it.server;

import java.nio.file.Path;
import java.util.Map;

/** The server that this build tests. */
public final class Servers {

    private Servers() {}

    /**
     * A node of it, installed and not started.
     *
     * @param home its folder; another one for each node
     * @param environment where databases and broker are, and settings of the wars
     */
    public static ServerUnderTest node(Path home, Map<String, String> environment) {
        var name = System.getProperty("antiphon.server");
        return switch (name) {
            case "wildfly" -> new WildFly(home, environment);
            case "open-liberty" -> new OpenLiberty(home, environment);
            case "payara", "glassfish" -> new GlassFishFamily(name, home, environment);
            case "payara-micro" -> new Micro(home, environment);
            default -> throw new IllegalStateException("Nobody here knows a server '" + name + "'");
        };
    }
}
