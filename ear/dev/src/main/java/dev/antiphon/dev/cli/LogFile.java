package dev.antiphon.dev.cli;

import dev.antiphon.dev.process.StartFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Sends what libraries log (the broker above all) to a file instead of the terminal. */
final class LogFile {

    private static final int LIMIT_BYTES = 16 << 20;

    /** Loggers are held weakly by the JDK; these levels have to stay. */
    private static final Logger ROOT = Logger.getLogger("");

    private LogFile() {}

    static void open(Path file) {
        System.setProperty("java.util.logging.SimpleFormatter.format", "%1$tF %1$tT.%1$tL %4$s %3$s: %5$s%6$s%n");
        silenceConsole();
        try {
            FileHandler handler = new FileHandler(file.toString(), LIMIT_BYTES, 1, false);
            handler.setFormatter(new SimpleFormatter());
            ROOT.addHandler(handler);
        } catch (IOException e) {
            throw new StartFailure("Cannot write " + file + ": " + StartFailure.reason(e), e);
        }
    }

    static void silenceConsole() {
        for (Handler handler : ROOT.getHandlers()) {
            ROOT.removeHandler(handler);
        }
        ROOT.setLevel(Level.INFO);
    }
}
