package dev.antiphon.it.container.command;

import dev.antiphon.command.Command;

/** Writes once more on a note that exists. */
public record AppendNote(String id, String text) implements Command {}
