package dev.antiphon.dev.postgres;

import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Who logs in to a database.
 *
 * @param user the role's name
 * @param password its password, never empty: some servers refuse an empty one
 */
public record Login(String user, String password) {

    /** Logs in to a database, anew for each connection. */
    public DataSource to(String url) {
        var database = new PGSimpleDataSource();
        database.setUrl(url);
        database.setUser(user);
        database.setPassword(password);
        database.setReWriteBatchedInserts(true);
        return database;
    }

    /** Without the password. */
    @Override
    public String toString() {
        return user;
    }
}
