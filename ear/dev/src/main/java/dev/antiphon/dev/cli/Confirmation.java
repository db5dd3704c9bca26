package dev.antiphon.dev.cli;

import dev.antiphon.dev.process.StartFailure;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Asks before something is destroyed, unless {@code --yes} has said it already. */
final class Confirmation {

    private static final Set<String> YES = Set.of("y", "yes");

    @Option(names = "--yes", description = "Do not ask; needed where there is no terminal.")
    private boolean yes;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /**
     * Returns if it may be done.
     *
     * @param question what would be lost, with a question mark
     * @throws CommandLine.ParameterException if nobody can be asked
     * @throws StartFailure if the answer is not yes
     */
    void require(String question) {
        if (yes) {
            return;
        }
        var console = Terminal.find()
                .orElseThrow(() -> new CommandLine.ParameterException(
                        command.commandLine(), question + " There is no terminal to ask on; add --yes to do it."));
        if (!isYes(console.readLine("%s [y/N] ", question))) {
            throw new StartFailure("Nothing has changed.");
        }
    }

    /** Only yes is yes; an end of input is none. */
    static boolean isYes(@Nullable String answer) {
        return answer != null && YES.contains(answer.strip().toLowerCase(Locale.ROOT));
    }
}
