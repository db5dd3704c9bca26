package dev.antiphon.events.settings;

/** A setting is missing or unreadable; stops the deployment. */
public final class InvalidSettingException extends RuntimeException {

    public InvalidSettingException(String message) {
        super(message);
    }
}
