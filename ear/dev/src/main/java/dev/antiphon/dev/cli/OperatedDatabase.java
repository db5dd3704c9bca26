package dev.antiphon.dev.cli;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.antiphon.dev.kafka.Cluster;
import dev.antiphon.dev.postgres.Databases;
import dev.antiphon.dev.postgres.Login;
import dev.antiphon.dev.postgres.Roles;
import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.dev.runtime.Environment;
import dev.antiphon.projector.versions.VersionException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import javax.sql.DataSource;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The servers that an operator works on while everything runs: those of the settings, else of the running application. */
final class OperatedDatabase {

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = ".antiphon",
            scope = ScopeType.INHERIT,
            description = "Data folder of the running application. Default: ${DEFAULT-VALUE}")
    private Path data;

    /** What is done there. */
    @FunctionalInterface
    interface Work {
        void on(DataSource database) throws SQLException;
    }

    /**
     * Works on the write database, as the command side.
     *
     * @return the exit code
     * @throws StartFailure if there is none, it cannot be used, or an argument is refused
     */
    int write(Work work) {
        return on(Databases.WRITE, Databases::writeUrl, Roles::command, work);
    }

    /** The same on the read database, as the projector. */
    int read(Work work) {
        return on(Databases.READ, Databases::readUrl, Roles::projector, work);
    }

    /** The same on the read database, as its owner. */
    int readAsOwner(Work work) {
        return on(Databases.READ, Databases::readUrl, Roles::owner, work);
    }

    /**
     * Both databases, and who may enter them.
     *
     * @throws StartFailure if there are none
     */
    Databases databases() {
        var environment = new Environment(System.getenv());
        var running = new DataFolder(data);
        return environment
                .databases()
                .or(() -> running.runningDatabase(Databases.WRITE)
                        .flatMap(write -> running.runningDatabase(Databases.READ)
                                .map(read -> new Databases(write, read, environment.roles()))))
                .orElseThrow(() -> new StartFailure("No application is running on " + data
                        + ". Start one with `./antiphon up`, name its folder with --data, or set ANTIPHON_WRITE_URL"
                        + " and ANTIPHON_READ_URL."));
    }

    /**
     * Opens the Kafka cluster, as {@link #kafkaClients()} says.
     *
     * @throws StartFailure if there is none
     */
    Cluster kafka() {
        LogFile.silenceConsole();
        return new Cluster(kafkaClients());
    }

    /**
     * What Kafka's clients are told: every {@code ANTIPHON_KAFKA_} setting, else where the running application's broker is.
     *
     * @throws StartFailure if it is not known where Kafka is
     */
    Map<String, Object> kafkaClients() {
        var clients = new HashMap<String, Object>(new Environment(System.getenv()).kafkaClients());
        if (!clients.containsKey(Cluster.BOOTSTRAP_SERVERS)) {
            clients.put(
                    Cluster.BOOTSTRAP_SERVERS,
                    new DataFolder(data)
                            .runningKafka()
                            .orElseThrow(() -> new StartFailure("No application is running on " + data
                                    + ". Start one with `./antiphon up`, name its folder with --data, or set"
                                    + " ANTIPHON_KAFKA_BOOTSTRAP_SERVERS.")));
        }
        return clients;
    }

    /** Connections that know their statements: those of long work are the same again and again. */
    static HikariDataSource pool(DataSource database, int connections) throws SQLException {
        database.getConnection().close(); // says what is wrong better than a pool does
        var configuration = new HikariConfig();
        configuration.setDataSource(database);
        configuration.setMinimumIdle(1);
        configuration.setMaximumPoolSize(connections);
        return new HikariDataSource(configuration);
    }

    private int on(String name, Function<Databases, String> urlOf, Function<Roles, Login> loginOf, Work work) {
        LogFile.silenceConsole();
        var databases = databases();
        var url = urlOf.apply(databases);
        var database = loginOf.apply(databases.roles()).to(url);
        try {
            work.on(database);
            return 0;
        } catch (IllegalArgumentException | VersionException e) {
            throw new StartFailure(e.getMessage(), e);
        } catch (SQLException e) {
            throw new StartFailure(
                    "The " + name + " database " + url + " cannot be used: " + StartFailure.reason(e), e);
        }
    }
}
