package dev.antiphon.dev.cli;

import dev.antiphon.dev.runtime.Installation;
import dev.antiphon.dev.runtime.Wars;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The wars of an application; those of the reference application need not be named. */
final class WarsOption {

    @Option(
            names = "--war",
            paramLabel = "FILE",
            arity = "1..*",
            description =
                    "The wars of your application, in any order: which side each is, is seen. Default: those of the"
                            + " reference application")
    private List<Path> files = new ArrayList<>();

    /** Whether there are any. */
    boolean named() {
        return !files.isEmpty();
    }

    /** The files; those of the reference application in a project folder if none is named. */
    List<Path> filesOr(Path project) {
        return named() ? files : Installation.wars(project);
    }

    /** @throws dev.antiphon.dev.process.StartFailure if one cannot be used */
    Wars wars() {
        return new Wars(files);
    }
}
