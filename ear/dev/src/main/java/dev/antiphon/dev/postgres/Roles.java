package dev.antiphon.dev.postgres;

import java.util.Map;

/**
 * The four roles. The owner alone changes the schema; each war logs in as one of the others, which have the rights
 * they need and no more (X1).
 *
 * @param owner owns both databases and runs the migrations
 * @param command the command side, in the write database
 * @param projector the projector, in the read database
 * @param query the query side, in the read database, reading only
 */
public record Roles(Login owner, Login command, Login projector, Login query) {

    /** The roles of the embedded server, with passwords that are no secret: it listens on the loopback only. */
    public static Roles development() {
        return new Roles(
                new Login("antiphon_owner", "antiphon-owner"),
                new Login("antiphon_command", "antiphon-command"),
                new Login("antiphon_projector", "antiphon-projector"),
                new Login("antiphon_query", "antiphon-query"));
    }

    /** The names as the migration scripts call them. */
    public Map<String, String> placeholders() {
        return Map.of(
                "commandRole", command.user(),
                "projectorRole", projector.user(),
                "queryRole", query.user());
    }
}
