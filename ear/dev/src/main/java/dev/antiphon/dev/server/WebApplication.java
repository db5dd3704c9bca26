package dev.antiphon.dev.server;

import java.nio.file.Path;

/**
 * One war to deploy.
 *
 * @param war the file
 * @param contextRoot where it answers, such as {@code /write}; its health is at {@code <contextRoot>/health/ready}
 */
public record WebApplication(Path war, String contextRoot) {

    public String name() {
        return war.getFileName().toString();
    }
}
