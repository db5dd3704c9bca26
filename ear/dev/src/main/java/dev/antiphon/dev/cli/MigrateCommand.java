package dev.antiphon.dev.cli;

import dev.antiphon.dev.postgres.Databases;
import dev.antiphon.dev.postgres.Migrations;
import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.dev.runtime.Environment;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Brings the schemas of both databases up to date; what `up` does by itself for embedded ones. */
@Command(
        name = "migrate",
        description = {
            "Brings the schema of both databases up to date as their owner, and starts nothing. `up` does this by itself.",
            "The framework's tables lie in the schema antiphon; the application's, from the Flyway scripts in its wars, in"
                    + " public, where the scripts find the roles as ${commandRole}, ${projectorRole} and ${queryRole}.",
            "With --json: scripts (how many were applied)."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = Examples.HEADING,
        footer = {
            "  ANTIPHON_WRITE_URL=jdbc:postgresql://db/write ANTIPHON_READ_URL=jdbc:postgresql://db/read \\",
            "  ANTIPHON_OWNER_USER=owner ANTIPHON_OWNER_PASSWORD=secret ./antiphon migrate",
            "  ./antiphon migrate --war library-command.war library-projector.war",
        })
public final class MigrateCommand implements Callable<Integer> {

    @Mixin
    private WarsOption wars;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        LogFile.silenceConsole();
        Databases databases = new Environment(System.getenv())
                .databases()
                .orElseThrow(() -> new StartFailure(
                        "Set ANTIPHON_WRITE_URL and ANTIPHON_READ_URL to the JDBC URLs of the two databases."));
        databases.check();
        int scripts = wars.named()
                ? migrate(databases)
                : Migrations.ofReferenceApplication().apply(databases);
        output.tell(
                new JsonLine().with("scripts", scripts),
                scripts == 0 ? "Both databases are up to date." : scripts + " scripts applied.");
        return 0;
    }

    private int migrate(Databases databases) {
        Path unpacked = Folders.temporary("antiphon-schema");
        try {
            return wars.wars().migrations(unpacked).apply(databases);
        } finally {
            Folders.delete(unpacked);
        }
    }
}
