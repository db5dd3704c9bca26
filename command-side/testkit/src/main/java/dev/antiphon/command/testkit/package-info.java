/**
 * Tests of commands without a container: given earlier commands or a state, when a command, then events or a refusal.
 * Begin with {@link dev.antiphon.command.testkit.CommandFixture}.
 */
@NullMarked
package dev.antiphon.command.testkit;

import org.jspecify.annotations.NullMarked;
