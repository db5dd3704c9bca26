package dev.antiphon.dev.cli;

import dev.antiphon.dev.runtime.Environment;
import dev.antiphon.dev.runtime.Installation;
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

    Path file() {
        return war != null
                ? war
                : new Environment(System.getenv())
                        .projectorWar()
                        .orElseGet(() -> Installation.projectorWar(project.folder()));
    }
}
