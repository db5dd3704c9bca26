package dev.antiphon.command;

/**
 * What a client wants to be done: a record, with Jakarta Validation on it.
 *
 * <p>Every concrete class of this type in a war has exactly one {@link CommandHandler} there; otherwise the war does not
 * start. Interfaces and abstract classes in between only group commands.
 */
public interface Command {}
