package dev.antiphon.projector.spi;

/**
 * One step of what happens to a record between poll and commit (rule E4). The order is fixed:
 *
 * <ol>
 *   <li>correlation: binds the event's correlation id and trace to the thread;
 *   <li>recoverer: turns whatever else escapes into a postponement, so that the consumer's thread never dies of it;
 *   <li>dead letter: writes down what retry has given up, and parks its aggregate, in a transaction of its own;
 *   <li>retry: turns a failure into a postponement with growing waits, or gives up;
 *   <li>the transaction of the read database opens here;
 *   <li>foreign: skips events of another aggregate type than the topic's;
 *   <li>parking: sends what belongs to a parked aggregate after it into the dead letters;
 *   <li>deduplication: watermark, gap, processed event;
 *   <li>stages of users, in their order;
 *   <li>handler: reads the payload and calls the projection's method.
 * </ol>
 *
 * <p>Called by the projection's threads and by a redrive, which begins behind parking; by one at a time unless the
 * projection is given several threads. A batch goes through correlation, deduplication, users' stages and handler
 * in one common transaction first; when that fails, every record of it goes through the whole chain alone, each attempt
 * in a new transaction. A stage must not block for long: a wait is an {@link Outcome.Postponed}, during which the
 * consumer stays in its group and other partitions flow. A stage must not commit, and must not change the read database
 * by other means than the handlers.
 */
@FunctionalInterface
public interface Stage {

    /**
     * Handles a record, by passing it on to the rest of the chain at most once and giving back what came of it, or
     * without passing it on.
     *
     * @throws Exception fails this attempt; the transaction is rolled back
     */
    Outcome handle(Delivery delivery, Next next) throws Exception;

    /** The rest of the chain. */
    @FunctionalInterface
    interface Next {

        Outcome handle(Delivery delivery) throws Exception;
    }
}
