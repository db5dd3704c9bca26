package dev.antiphon.dev.runtime;

import dev.antiphon.dev.postgres.Migrations;
import dev.antiphon.dev.process.Ports;
import dev.antiphon.dev.server.ServerSettings;
import java.nio.file.Path;
import java.util.Map;

/**
 * How one reference application runs.
 *
 * @param installation what is run
 * @param home the folder for its data and logs
 * @param cache where unpacked programs are kept; may be shared
 * @param address the address the server listens on
 * @param port the port it listens on
 * @param migrations the schemas it needs
 * @param environment outside servers, and settings for the wars
 */
public record ApplicationSettings(
        Installation installation,
        Path home,
        Path cache,
        String address,
        int port,
        Migrations migrations,
        Environment environment) {

    /** The usual ones: everything embedded, on the loopback and a free port, the cache beside the data. */
    public static ApplicationSettings of(Installation installation, Path home) {
        return new ApplicationSettings(
                installation,
                home,
                home.resolve("cache"),
                ServerSettings.LOOPBACK,
                Ports.free(),
                Migrations.ofReferenceApplication(),
                new Environment(Map.of()));
    }

    public ApplicationSettings withCache(Path folder) {
        return new ApplicationSettings(installation, home, folder, address, port, migrations, environment);
    }

    public ApplicationSettings withPort(int number) {
        return new ApplicationSettings(installation, home, cache, address, number, migrations, environment);
    }

    public ApplicationSettings withAddress(String listen) {
        return new ApplicationSettings(installation, home, cache, listen, port, migrations, environment);
    }

    public ApplicationSettings withMigrations(Migrations schemas) {
        return new ApplicationSettings(installation, home, cache, address, port, schemas, environment);
    }

    public ApplicationSettings withEnvironment(Map<String, String> variables) {
        return new ApplicationSettings(
                installation, home, cache, address, port, migrations, new Environment(variables));
    }
}
