package dev.antiphon.events.ee.health;

import java.util.Map;

/** One readiness check; every CDI bean of this type is asked at {@code /health/ready}. */
public interface HealthCheck {

    /** Asks; an exception counts as down, with its message. Must answer within a second or so. */
    Result check();

    /**
     * The answer.
     *
     * @param name of the check
     * @param up whether this part can do its work
     * @param data facts for the operator; no secrets
     */
    record Result(String name, boolean up, Map<String, Object> data) {}
}
