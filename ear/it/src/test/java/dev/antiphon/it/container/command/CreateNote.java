package dev.antiphon.it.container.command;

import dev.antiphon.command.Command;
import jakarta.validation.constraints.NotBlank;
import java.util.List;

/** Creates a note and writes each text, which records one event each. */
public record CreateNote(@NotBlank String id, List<String> texts) implements Command {}
