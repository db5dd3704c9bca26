package dev.antiphon.bench.inside;

import java.sql.SQLException;

/** Two commands on orders of one line, each a transaction that is durable when the method returns. */
interface Orders {

    void place(String id) throws SQLException;

    void confirm(String id) throws SQLException;
}
