package dev.antiphon.command;

/** The aggregates of the write store, for handlers; works only while a handler runs. */
public interface Aggregates {

    /**
     * Loads an aggregate and locks its row until the transaction ends, so that commands on one aggregate run one after
     * the other and none is lost.
     *
     * @throws CommandRefusedException {@link Refusal#NOT_FOUND} if there is none
     */
    <A extends Aggregate<?>> A load(Class<A> type, String id);

    /**
     * Adds a new aggregate; it is stored when the handler has returned.
     *
     * <p>If its id is taken the command is refused with {@link Refusal#ALREADY_EXISTS}, also where two commands add the
     * same id at once.
     */
    <A extends Aggregate<?>> A add(A aggregate);
}
