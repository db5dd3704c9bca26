package dev.antiphon.dev.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where the built project is; the start script says it. */
public final class ProjectOption {

    @Option(
            names = "--project",
            hidden = true,
            defaultValue = "${sys:antiphon.project:-.}",
            description = "Folder of the built project.")
    private Path folder;

    Path folder() {
        return folder.toAbsolutePath().normalize();
    }
}
