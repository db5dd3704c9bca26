package dev.antiphon.it.container.start;

import dev.antiphon.command.Command;

/** Groups commands and is none itself. */
public sealed interface Kind extends Command permits Forgotten {}
