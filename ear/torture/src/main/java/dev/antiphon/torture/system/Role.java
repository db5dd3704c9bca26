package dev.antiphon.torture.system;

import java.util.Locale;

/** What a node does; each has one war. */
public enum Role {
    COMMAND("/write"),
    PROJECTOR("/projector"),
    QUERY("/read");

    private final String contextRoot;

    Role(String contextRoot) {
        this.contextRoot = contextRoot;
    }

    public String contextRoot() {
        return contextRoot;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
