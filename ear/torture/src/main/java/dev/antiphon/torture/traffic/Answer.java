package dev.antiphon.torture.traffic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.http.HttpResponse;

/**
 * What came back for one attempt.
 *
 * @param status 0 where nothing came from the application: a server that is about to deploy it answers 404 itself
 * @param body the answer's, or why there is none
 * @param version the header {@code X-Aggregate-Version}, 0 without it
 * @param replayed whether it is said to be the answer of an earlier attempt
 */
public record Answer(int status, String body, long version, boolean replayed) {

    private static final JsonMapper JSON = new JsonMapper();

    /** Every answer of the application says how fresh it is. */
    static final String FRESHNESS = "X-Data-Freshness";

    static final String VERSION = "X-Aggregate-Version";

    static Answer none(Exception why) {
        return new Answer(0, why.toString(), 0, false);
    }

    static Answer of(HttpResponse<String> response) {
        var headers = response.headers();
        if (headers.firstValue(FRESHNESS).isEmpty()) {
            return new Answer(0, response.statusCode() + ", not from the application", 0, false);
        }
        return new Answer(
                response.statusCode(),
                response.body(),
                headers.firstValueAsLong(VERSION).orElse(0),
                headers.firstValue("Idempotency-Replayed").isPresent());
    }

    /** What it means; a conflict with others, or with the own first attempt, decides nothing. */
    public Outcome outcome() {
        if (status / 100 == 2) {
            return new Outcome(Outcome.Verdict.ACKNOWLEDGED, status, version, body);
        }
        var refused = status / 100 == 4 && status != 408 && status != 429 && !isPassing();
        return refused ? new Outcome(Outcome.Verdict.REFUSED, status, 0, body) : Outcome.UNKNOWN;
    }

    private boolean isPassing() {
        return status == 409 && !problem().equals("already-exists");
    }

    /** The last part of the problem's type, or empty. */
    private String problem() {
        try {
            var type = JSON.readTree(body).path("type").asText();
            return type.substring(type.lastIndexOf(':') + 1);
        } catch (JsonProcessingException e) {
            return "";
        }
    }
}
