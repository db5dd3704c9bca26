package dev.antiphon.dev.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What the server says, read for the reason of a failure. */
final class ServerLog {

    private static final String FAILED_DEPLOYMENT = "Exception while loading the app : ";
    private static final String CAUSE = "Caused by:";

    private final Path file;

    ServerLog(Path file) {
        this.file = file;
    }

    /** Whether the server says that its start, deployments included, is over. */
    boolean saysReady() {
        return lines().stream().anyMatch(line -> line.contains(" ready in ") && line.contains("Payara Micro"));
    }

    /** Why a deployment failed, by the server's own summary of it. */
    Optional<String> firstFailedDeployment() {
        List<String> lines = lines();
        for (int i = 0; i < lines.size(); i++) {
            int at = lines.get(i).indexOf(FAILED_DEPLOYMENT);
            if (at >= 0) {
                StringBuilder reason = new StringBuilder(
                        lines.get(i).substring(at + FAILED_DEPLOYMENT.length()).strip());
                for (int j = i + 1; j < lines.size() && isDetail(lines.get(j)); j++) {
                    reason.append(' ').append(lines.get(j).strip());
                }
                return Optional.of(reason.toString());
            }
        }
        return firstFailure();
    }

    /** The first record of the highest level with its last cause, or else the last line of all. */
    Optional<String> firstFailure() {
        List<String> lines = lines();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains(" SEVERE ")) {
                return Optional.of(lastCause(lines, i));
            }
        }
        return lines.stream().filter(line -> !line.isBlank()).reduce((first, second) -> second);
    }

    private static String lastCause(List<String> lines, int from) {
        String reason = lines.get(from);
        for (int i = from + 1; i < lines.size() && !isRecord(lines.get(i)); i++) {
            if (lines.get(i).startsWith(CAUSE)) {
                reason = lines.get(i).substring(CAUSE.length());
            }
        }
        return reason.strip();
    }

    private static boolean isDetail(String line) {
        return !line.isBlank()
                && !isRecord(line)
                && !line.startsWith(" -- ")
                && !line.startsWith("\tat ")
                && !line.startsWith(CAUSE);
    }

    private static boolean isRecord(String line) {
        return line.length() > 10 && Character.isDigit(line.charAt(0)) && line.charAt(4) == '-';
    }

    private List<String> lines() {
        if (Files.notExists(file)) {
            return List.of();
        }
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(8 << 20), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
