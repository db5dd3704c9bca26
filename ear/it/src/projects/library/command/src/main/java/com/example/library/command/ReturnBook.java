package com.example.library.command;

import dev.antiphon.command.Command;
import jakarta.validation.constraints.NotBlank;

public record ReturnBook(@NotBlank String bookId) implements Command {}
