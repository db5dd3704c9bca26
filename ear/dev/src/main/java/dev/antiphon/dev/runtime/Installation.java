package dev.antiphon.dev.runtime;

import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.dev.server.WebApplication;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the build left behind and the runtime needs.
 *
 * @param payaraMicro the application server's jar
 * @param driver the jar of the PostgreSQL driver
 * @param applications the wars, command side first
 */
public record Installation(Path payaraMicro, Path driver, List<WebApplication> applications) {

    private static final String VERSION = "0.1.0";

    public Installation {
        applications = List.copyOf(applications);
    }

    /**
     * The one in a project folder that has been built.
     *
     * @throws StartFailure naming the file that is missing
     */
    public static Installation in(Path project) {
        Path server = project.resolve("ear/dev/target/payara-micro.path");
        try {
            if (Files.notExists(server)) {
                throw new StartFailure(server + " is missing; build the project first (mvn package -DskipUnitTests).");
            }
            Installation installation =
                    new Installation(Path.of(Files.readString(server).strip()), driverJar(), applications(project));
            installation.check();
            return installation;
        } catch (IOException e) {
            throw new StartFailure("Cannot read " + server + ": " + StartFailure.reason(e), e);
        }
    }

    /** The same with other wars. */
    public Installation with(List<WebApplication> others) {
        return new Installation(payaraMicro, driver, others);
    }

    /** The jar that the driver's class comes from. */
    public static Path driverJar() {
        try {
            return Path.of(org.postgresql.Driver.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The war of the reference application's projections in a project folder, whether or not it has been built. */
    public static Path projectorWar(Path project) {
        return war(project, "projector", "orders-projector", "/projector").war();
    }

    /** The wars of the reference application in a project folder, whether or not they have been built. */
    public static List<Path> wars(Path project) {
        return applications(project).stream().map(WebApplication::war).toList();
    }

    private static List<WebApplication> applications(Path project) {
        return List.of(
                war(project, "command-side", "orders-command", "/write"),
                war(project, "projector", "orders-projector", "/projector"),
                war(project, "query-side", "orders-query", "/read"));
    }

    private static WebApplication war(Path project, String side, String name, String contextRoot) {
        return new WebApplication(
                project.resolve(side).resolve("orders/target/" + name + "-" + VERSION + ".war"), contextRoot);
    }

    private void check() {
        applications.stream()
                .map(WebApplication::war)
                .filter(Files::notExists)
                .findFirst()
                .ifPresent(war -> {
                    throw new StartFailure(war + " is missing; build the project first (mvn package -DskipUnitTests).");
                });
        if (Files.notExists(payaraMicro)) {
            throw new StartFailure(payaraMicro + " is missing; build the project first (mvn package -DskipUnitTests).");
        }
    }
}
