package dev.antiphon.dev.postgres;

/**
 * Who logs in to a database.
 *
 * @param user the role's name
 * @param password its password, never empty: some servers refuse an empty one
 */
public record Login(String user, String password) {

    /** Without the password. */
    @Override
    public String toString() {
        return user;
    }
}
