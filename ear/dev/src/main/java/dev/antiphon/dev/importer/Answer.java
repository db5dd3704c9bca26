package dev.antiphon.dev.importer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;

/**
 * What the application decided about a command; never a passing fault.
 *
 * @param status the HTTP status, below 500
 * @param problem the type of the problem without its prefix, empty when the command was accepted
 * @param detail the refusal in words, empty when the command was accepted
 * @param errors the places in the request that are refused, none if the refusal names no place
 */
record Answer(int status, String problem, String detail, List<Error> errors) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * One refused place.
     *
     * @param pointer a JSON pointer into the request
     * @param detail what is wrong there
     */
    record Error(String pointer, String detail) {}

    static Answer of(int status, String body) {
        if (status < 300) {
            return new Answer(status, "", "", List.of());
        }
        try {
            JsonNode problem = JSON.readTree(body);
            List<Error> errors = new ArrayList<>();
            for (JsonNode error : problem.path("errors")) {
                errors.add(new Error(
                        error.path("pointer").asText(), error.path("detail").asText()));
            }
            String type = problem.path("type").asText();
            String detail = problem.path("detail").asText(problem.path("title").asText());
            return new Answer(status, type.substring(type.lastIndexOf(':') + 1), detail, errors);
        } catch (JsonProcessingException e) {
            return new Answer(status, "", body, List.of());
        }
    }

    boolean isAccepted() {
        return status < 300;
    }

    boolean alreadyExists() {
        return problem.equals("already-exists");
    }

    /** The whole refusal on one line. */
    String reason() {
        StringBuilder reason = new StringBuilder(detail.isEmpty() ? "refused with status " + status : detail);
        for (Error error : errors) {
            reason.append("; ").append(error.pointer()).append(' ').append(error.detail());
        }
        return reason.toString();
    }
}
