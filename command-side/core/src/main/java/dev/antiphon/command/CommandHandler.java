package dev.antiphon.command;

/**
 * Handles the commands of one type: a bean with one method.
 *
 * <p>Runs in the command's transaction, on the caller's thread, and may run again from the start in a new transaction
 * after a lost race; so it has no effect outside the transaction. Any exception rolls everything back.
 *
 * @param <C> the command: a record, with Jakarta Validation on it
 * @param <A> the aggregate that it changes
 */
public interface CommandHandler<C extends Command, A extends Aggregate<?>> {

    /**
     * Loads or creates the aggregate and lets it decide.
     *
     * @return the aggregate that the answer speaks of
     * @throws CommandRefusedException if a rule forbids it; nothing has changed then
     */
    A handle(C command);
}
