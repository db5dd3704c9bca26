package dev.antiphon.query.changes;

/** The way to one client. Its methods never block. */
public interface Outlet {

    /** Whether the client is still there, as far as is known. */
    boolean isOpen();

    /** Sends text of server-sent events; a client that does not take what it is sent is given up. */
    void send(String events);

    /** Ends the stream; the client may come back. */
    void close();
}
