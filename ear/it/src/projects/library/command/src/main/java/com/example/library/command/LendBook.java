package com.example.library.command;

import dev.antiphon.command.Command;
import jakarta.validation.constraints.NotBlank;

public record LendBook(@NotBlank String bookId, @NotBlank String member) implements Command {}
