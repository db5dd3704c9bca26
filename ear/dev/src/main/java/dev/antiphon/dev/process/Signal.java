package dev.antiphon.dev.process;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** What the operating system does to a process on demand. */
public enum Signal {
    STOP,
    CONT;

    /** Sends it; a process that is gone is left alone. */
    public void to(long pid) {
        try {
            var kill = new ProcessBuilder("kill", "-" + name(), Long.toString(pid))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!kill.waitFor(10, TimeUnit.SECONDS)) {
                throw new StartFailure("Process " + pid + " could not be sent " + name() + " within 10 s.");
            }
            if (kill.exitValue() != 0 && ProcessHandle.of(pid).isPresent()) {
                throw new StartFailure("Process " + pid + " could not be sent " + name() + ".");
            }
        } catch (IOException e) {
            throw new StartFailure("There is no program `kill`: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
