package dev.antiphon.projector.pipeline;

import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.jdbc.Advance;
import dev.antiphon.projector.letters.DeadLetter;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Outcome;
import dev.antiphon.projector.spi.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Puts the stages of rule E4 together: for a batch in one transaction, for a record alone, and for a dead letter.
 */
public final class Pipeline {

    private final ProjectionDefinition definition;
    private final Transactions transactions;
    private final List<Stage> userStages;
    private final Stage correlation;
    private final Stage recoverer;
    private final Stage retry;

    private final Semaphore turns;

    /** The only one of a projection: handlers run one at a time. */
    public Pipeline(
            ProjectionDefinition definition,
            Transactions transactions,
            ProjectorOptions options,
            List<Stage> userStages) {
        this(definition, transactions, options, userStages, new Semaphore(1));
    }

    /**
     * One of the pipelines of a projection.
     *
     * @param userStages between deduplication and handler
     * @param turns of those that share them, so many may run at a time, whether their records come from Kafka or out of
     *     the dead letters
     */
    public Pipeline(
            ProjectionDefinition definition,
            Transactions transactions,
            ProjectorOptions options,
            List<Stage> userStages,
            Semaphore turns) {
        this.turns = turns;
        this.definition = definition;
        this.transactions = transactions;
        this.userStages = List.copyOf(userStages);
        this.correlation = new CorrelationStage(definition.key());
        this.recoverer = new RecovererStage(options.backoff());
        this.retry = new RetryStage(options);
    }

    /**
     * Applies records in one transaction: all, or none.
     *
     * @param advances the steps of all positions that the records belong to
     * @throws Exception if any record or the commit failed; nothing has changed, unless the answer to the commit was lost
     */
    public BatchResult applyTogether(List<Advance> advances, List<Delivery> deliveries) throws Exception {
        turns.acquireUninterruptibly();
        try (var transaction = transactions.begin(advances, deliveries)) {
            var chain = chain(List.of(correlation), inner(transaction));
            var outcomes = new ArrayList<Outcome>(deliveries.size());
            for (var delivery : deliveries) {
                var outcome = chain.handle(delivery);
                if (outcome instanceof Outcome.Postponed) {
                    throw new BatchPostponedException(delivery);
                }
                outcomes.add(outcome);
            }
            transaction.commit();
            return new BatchResult(outcomes, transaction.begunAt());
        } finally {
            turns.release();
        }
    }

    /** Tries one record in a transaction of its own; its {@link Delivery#attempt()} decides about the next wait. */
    public Outcome applyAlone(Advance advance, Delivery delivery) {
        turns.acquireUninterruptibly();
        try {
            var outer = List.of(correlation, recoverer, new DeadLetterStage(transactions, advance), retry);
            return chain(outer, List.of((record, next) -> inTransaction(advance, record)))
                    .handle(delivery);
        } catch (Exception e) {
            throw new IllegalStateException("The recoverer let an exception through", e);
        } finally {
            turns.release();
        }
    }

    /**
     * Applies a letter in a transaction of its own and takes it out of the dead letters.
     *
     * @return false if it is no longer the next one of its aggregate; nothing has changed then
     * @throws Exception if it failed; nothing has changed
     */
    public boolean redrive(DeadLetter letter) throws Exception {
        turns.acquireUninterruptibly();
        try (var transaction = transactions.beginRedrive(letter.delivery())) {
            if (!transaction.letters().isNext(letter)) {
                return false;
            }
            var outcome = chain(List.of(correlation), afterParking(transaction))
                    .handle(letter.delivery().attempt(letter.attempts() + 1));
            if (outcome instanceof Outcome.Postponed) {
                throw new BatchPostponedException(letter.delivery());
            }
            transaction.letters().redriven(letter);
            transaction.commit();
            return true;
        } finally {
            turns.release();
        }
    }

    private Outcome inTransaction(Advance advance, Delivery delivery) throws Exception {
        try (var transaction = transactions.begin(List.of(advance), List.of(delivery))) {
            var outcome = chain(List.of(), inner(transaction)).handle(delivery);
            if (!(outcome instanceof Outcome.Postponed)) {
                transaction.commit();
            }
            return outcome;
        }
    }

    private List<Stage> inner(ProjectionTransaction transaction) {
        var stages = new ArrayList<Stage>();
        stages.add(new ForeignStage(definition.aggregateType()));
        stages.add(new ParkingStage(transaction));
        stages.addAll(afterParking(transaction));
        return stages;
    }

    private List<Stage> afterParking(ProjectionTransaction transaction) {
        var stages = new ArrayList<Stage>();
        stages.add(new DeduplicationStage(definition, transaction));
        stages.addAll(userStages);
        stages.add(new HandlerStage(definition, transaction));
        return stages;
    }

    private static Stage.Next chain(List<Stage> first, List<Stage> second) {
        Stage.Next next = delivery -> {
            throw new IllegalStateException("No stage has handled " + delivery);
        };
        for (var stages : List.of(second, first)) {
            for (var i = stages.size() - 1; i >= 0; i--) {
                var stage = stages.get(i);
                var rest = next;
                next = delivery -> stage.handle(delivery, rest);
            }
        }
        return next;
    }
}
