package dev.antiphon.query.changes;

/** The text of server-sent events. */
final class ServerSentEvent {

    private ServerSentEvent() {}

    /** @param data without line ends */
    static String of(EventId id, String event, String data) {
        return "id: " + id + "\nevent: " + event + "\ndata: " + data + "\n\n";
    }

    /** Without data nothing is dispatched, but the client's last id moves. */
    static String idOnly(EventId id) {
        return "id: " + id + "\n\n";
    }
}
