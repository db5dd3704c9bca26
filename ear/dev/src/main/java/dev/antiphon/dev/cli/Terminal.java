package dev.antiphon.dev.cli;

import java.io.Console;
import java.util.Optional;

/** The person at the terminal, if there is one. */
final class Terminal {

    private Terminal() {}

    /** Both input and output are a terminal's; later Javas have a console also where neither is, and a method that tells. */
    static Optional<Console> find() {
        return Optional.ofNullable(System.console()).filter(Terminal::isTerminal);
    }

    private static boolean isTerminal(Console console) {
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true; // before Java 22 there is a console only where there is a terminal
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
