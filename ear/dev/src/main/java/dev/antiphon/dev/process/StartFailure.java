package dev.antiphon.dev.process;

/**
 * Something could not be started or reached, for a reason that the person at the terminal can act on. The message is
 * one line: what happened, to what, and what to do. The command line prints it without a stack trace.
 */
public final class StartFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StartFailure(String message) {
        super(oneLine(message));
    }

    public StartFailure(String message, Throwable cause) {
        super(oneLine(message), cause);
    }

    /** The message of the deepest cause, which is the one that names the reason, on one line. */
    public static String reason(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null && deepest.getCause() != deepest) {
            deepest = deepest.getCause();
        }
        String message = deepest.getMessage();
        return oneLine(message == null ? deepest.getClass().getSimpleName() : message);
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
