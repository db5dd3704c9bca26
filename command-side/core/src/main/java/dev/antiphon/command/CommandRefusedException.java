package dev.antiphon.command;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command was refused and nothing has changed. Its message is meant for the client. */
public final class CommandRefusedException extends RuntimeException {

    private final Refusal reason;
    private final String code;
    private final transient List<Violation> violations;
    private final boolean replayed;
    private final @Nullable Long currentVersion;

    private CommandRefusedException(
            Refusal reason,
            String code,
            String detail,
            List<Violation> violations,
            boolean replayed,
            @Nullable Long currentVersion) {
        super(detail, null, false, false);
        this.reason = reason;
        this.code = code;
        this.violations = List.copyOf(violations);
        this.replayed = replayed;
        this.currentVersion = currentVersion;
    }

    /**
     * A rule of the domain forbids it.
     *
     * @param code stable slug for programs, for example {@code order-not-placed}
     * @param detail for people: what is wrong and what would be right
     */
    public static CommandRefusedException rule(String code, String detail) {
        return rule(code, detail, List.of());
    }

    /** A rule of the domain forbids it because of these places of the command. */
    public static CommandRefusedException rule(String code, String detail, List<Violation> violations) {
        return new CommandRefusedException(Refusal.RULE, code, detail, violations, false, null);
    }

    /** Another reason than a rule of the domain. */
    public static CommandRefusedException because(Refusal reason, String code, String detail) {
        return new CommandRefusedException(reason, code, detail, List.of(), false, null);
    }

    /**
     * {@link Refusal#VERSION_MOVED}: another command has changed it since its sender looked.
     *
     * @param entity what people call it
     * @param currentVersion null where it does not exist yet
     */
    public static CommandRefusedException versionMoved(String entity, String id, @Nullable Long currentVersion) {
        var state = currentVersion == null ? "is made by this command" : "has version " + currentVersion;
        return new CommandRefusedException(
                Refusal.VERSION_MOVED,
                "version-moved",
                entity + " '" + id + "' " + state
                        + ", which If-Match does not allow. Nothing has changed; read it again.",
                List.of(),
                false,
                currentVersion);
    }

    /** The same refusal, told again. */
    public CommandRefusedException asReplayed() {
        return new CommandRefusedException(reason, code, getMessage(), violations, true, currentVersion);
    }

    public Refusal reason() {
        return reason;
    }

    public String code() {
        return code;
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }

    public List<Violation> violations() {
        return violations;
    }

    /** The version that the aggregate has, where {@code If-Match} asked for another one. */
    public @Nullable Long currentVersion() {
        return currentVersion;
    }

    /** Whether this is the answer of an earlier request with the same idempotency key. */
    public boolean replayed() {
        return replayed;
    }
}
