package dev.antiphon.dev.cli;

import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.dev.runtime.Environment;
import dev.antiphon.dev.runtime.Installation;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The war with the projections of the application. */
final class WarOption {

    @Mixin
    private ProjectOption project;

    @Option(
            names = "--war",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "The war that the projections are in. Default: ANTIPHON_PROJECTOR_WAR, else the reference"
                    + " application's")
    private @Nullable Path war;

    /** Whether it is another one than the reference application's. */
    boolean named() {
        return war != null || new Environment(System.getenv()).projectorWar().isPresent();
    }

    /** @throws StartFailure if it is not there */
    Path file() {
        var file = war != null
                ? war
                : new Environment(System.getenv())
                        .projectorWar()
                        .orElseGet(() -> Installation.projectorWar(project.folder()));
        if (Files.notExists(file)) {
            throw new StartFailure(file + " does not exist. Name the war of your projections with --war or"
                    + " ANTIPHON_PROJECTOR_WAR.");
        }
        return file;
    }
}
