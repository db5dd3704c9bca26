package dev.antiphon.it.container.start;

/** A command that nobody handles. */
public record Forgotten(String id) implements Kind {}
