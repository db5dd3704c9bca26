package dev.antiphon.events.ee.openapi;

/**
 * A header, as a document tells of it.
 *
 * @param description when it is there and what it says
 * @param example a value of it
 */
public record DocumentedHeader(String name, String description, String example) {}
