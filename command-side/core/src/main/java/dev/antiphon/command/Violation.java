package dev.antiphon.command;

/**
 * One place of a command that breaks a rule.
 *
 * @param pointer JSON pointer into the command, for example {@code /lines/3/unitPrice}
 * @param detail what is wrong there
 */
public record Violation(String pointer, String detail) {}
