package com.example.library.command;

import dev.antiphon.command.Command;
import jakarta.validation.constraints.NotBlank;

public record AcquireBook(@NotBlank String bookId, @NotBlank String title) implements Command {}
