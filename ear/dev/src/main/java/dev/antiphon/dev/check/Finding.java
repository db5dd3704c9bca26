package dev.antiphon.dev.check;

/**
 * Something that was looked at.
 *
 * @param about the part, such as {@code topics}
 * @param what it is, and how it was found
 * @param todo what to do about it, empty for nothing
 */
public record Finding(Level level, String about, String what, String todo) {

    /** How bad it is. */
    public enum Level {
        OK,
        WARNING,
        WRONG
    }

    /** That something could not be looked at. */
    public static Finding unseen(String about, RuntimeException why) {
        return wrong(
                about, String.valueOf(why.getMessage()), "Mend that first; what depends on it has not been looked at.");
    }

    static Finding ok(String about, String what) {
        return new Finding(Level.OK, about, what, "");
    }

    static Finding warning(String about, String what, String todo) {
        return new Finding(Level.WARNING, about, what, todo);
    }

    static Finding wrong(String about, String what, String todo) {
        return new Finding(Level.WRONG, about, what, todo);
    }
}
