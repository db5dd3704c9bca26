package dev.antiphon.dev.cli;

import java.io.PrintWriter;
import java.io.Writer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** How a command shows what came of it: as text for people or, with {@code --json}, as one object a line for scripts. */
final class Output {

    @Option(
            names = "--json",
            scope = ScopeType.INHERIT,
            description = "One JSON object a line instead of text. Errors go to standard error either way.")
    private boolean json;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    boolean isJson() {
        return json;
    }

    /** Prints a result, as the object or as the text. */
    void tell(JsonLine object, String text) {
        print(json ? object.toString() : text);
    }

    /** Prints what is for people only. */
    void say(String text) {
        if (!json) {
            print(text);
        }
    }

    /** How far something long has come, which is for people only. */
    ShownProgress progress() {
        return json
                ? new LineProgress(new PrintWriter(Writer.nullWriter()))
                : ShownProgress.on(command.commandLine().getOut());
    }

    private void print(String line) {
        var out = command.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
