package dev.antiphon.it.container.command;

/** Writes once more on a note that exists. */
public record AppendNote(String id, String text) {}
