package dev.antiphon.command;

/** Why a command was refused; the HTTP status follows from it. */
public enum Refusal {
    /** A rule of the domain forbids it: the same command is refused again as long as the state is the same. */
    RULE,
    /** The aggregate does not exist. */
    NOT_FOUND,
    /** An aggregate of that id exists already. */
    ALREADY_EXISTS,
    /** The aggregate has another version than {@code If-Match} asks for. */
    VERSION_MOVED,
    /** It recorded an event that is larger than a record may be. */
    EVENT_TOO_LARGE,
    /** Other commands on the same aggregate won every race. */
    CONFLICT,
    /** The first request with this idempotency key is still running. */
    IN_PROGRESS,
    /** The idempotency key was used for another command. */
    KEY_REUSED
}
