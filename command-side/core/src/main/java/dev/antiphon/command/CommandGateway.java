package dev.antiphon.command;

/** The one way in for commands. */
public interface CommandGateway {

    /**
     * Runs the handler of a command in one transaction: when this returns, aggregate and outbox rows are committed
     * together; when it throws, neither is (rule S1). Kafka takes no part in it.
     *
     * <p>A caller that has a transaction open already keeps it: the command joins it, commits with it, and is not tried
     * again after a lost race.
     *
     * @throws CommandRefusedException if the command cannot be done
     */
    CommandResult send(Command command);
}
