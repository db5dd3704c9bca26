package dev.antiphon.bench.inside;

import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;

/** The pool that the projector of the same server has. */
final class ReadDatabase {

    private ReadDatabase() {}

    static DataSource find() {
        try {
            return InitialContext.doLookup("jdbc/read");
        } catch (NamingException e) {
            throw new IllegalStateException("The server has no data source jdbc/read", e);
        }
    }
}
