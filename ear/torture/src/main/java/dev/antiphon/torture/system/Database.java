package dev.antiphon.torture.system;

import dev.antiphon.dev.postgres.EmbeddedPostgres;
import dev.antiphon.dev.process.StartFailure;
import java.sql.Connection;
import java.sql.SQLException;

/** A database server of its own for one of the two databases; nodes reach it through a link only. */
public final class Database implements AutoCloseable {

    private final String name;
    private final EmbeddedPostgres postgres;
    private final Link link;
    private boolean closed;

    Database(String name, EmbeddedPostgres postgres) {
        this.name = name;
        this.postgres = postgres;
        this.link = Link.to(name, postgres.port());
    }

    public String name() {
        return name;
    }

    public Link link() {
        return link;
    }

    EmbeddedPostgres postgres() {
        return postgres;
    }

    /** Its URL for the nodes. */
    String linkedUrl() {
        return "jdbc:postgresql://127.0.0.1:" + link.port() + "/" + name;
    }

    /** Its URL for whoever looks at it from outside. */
    public String url() {
        return postgres.url(name);
    }

    /** A connection that no fault of a link concerns. */
    public Connection connect() throws SQLException {
        return postgres.connectAsSuperuser(name);
    }

    public synchronized void start() {
        if (closed) {
            throw new StartFailure("Database " + name + " is not started any more.");
        }
        postgres.start();
    }

    /** Ends open connections, and all is on disk. */
    public void stop() {
        postgres.stop();
    }

    /** As a power failure. */
    public void crash() {
        postgres.kill();
    }

    @Override
    public synchronized void close() {
        closed = true;
        link.close();
        postgres.kill();
    }

    @Override
    public String toString() {
        return name;
    }
}
