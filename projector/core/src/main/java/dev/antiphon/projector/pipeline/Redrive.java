package dev.antiphon.projector.pipeline;

import dev.antiphon.projector.letters.DeadLetter;
import dev.antiphon.projector.letters.DeadLetters;
import dev.antiphon.projector.spi.Failure;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Replays the dead letters of a projection in order, through deduplication and handler (rule E5). Each letter is one
 * transaction: its effect, its removal with an audit row, and behind the last one the unparking commit together. A letter
 * that fails again stays, and so do those behind it. May run while the consumer does, and be killed at any point.
 */
public final class Redrive {

    private static final int PAGE = 100;

    private final String projection;
    private final Pipeline pipeline;
    private final DeadLetters letters;

    public Redrive(String projection, Pipeline pipeline, DataSource readDatabase) {
        this.projection = projection;
        this.pipeline = pipeline;
        this.letters = new DeadLetters(readDatabase);
    }

    /**
     * What came of it.
     *
     * @param redriven how many letters are applied, or were found to be applied before
     * @param failure what stopped it the last time; null if nothing did
     */
    public record Result(int redriven, @Nullable Failure failure) {

        /** Whether to try again later without any change: no letter was to blame. */
        public boolean isInterrupted() {
            return failure != null
                    && switch (failure.kind()) {
                        case INFRASTRUCTURE, CONTENDED, PAUSED, POSITION_MOVED -> true;
                        default -> false;
                    };
        }

        Result and(Result next) {
            return new Result(redriven + next.redriven, next.failure == null ? failure : next.failure);
        }
    }

    /** Redrives one aggregate. */
    public Result aggregate(String aggregateId) throws SQLException {
        return aggregate(aggregateId, () -> true);
    }

    /** Redrives one aggregate as long as it may go on. */
    public Result aggregate(String aggregateId, BooleanSupplier goOn) throws SQLException {
        var redriven = 0;
        while (goOn.getAsBoolean()) {
            var letter = letters.first(projection, aggregateId);
            if (letter.isEmpty()) {
                break;
            }
            var result = letter(letter.get());
            redriven += result.redriven();
            if (result.failure() != null) {
                return new Result(redriven, result.failure());
            }
        }
        return new Result(redriven, null);
    }

    /** Redrives every parked aggregate, then the letters of which no aggregate is known; goes on past what fails. */
    public Result all(BooleanSupplier goOn) throws SQLException {
        var result = new Result(0, null);
        var after = "";
        List<String> page;
        do {
            page = letters.parkedOf(projection, after, PAGE);
            for (var aggregateId : page) {
                result = result.and(aggregate(aggregateId, goOn));
                after = aggregateId;
                if (result.isInterrupted() || !goOn.getAsBoolean()) {
                    return result;
                }
            }
        } while (!page.isEmpty());
        return result.and(ofNoAggregate(goOn));
    }

    private Result ofNoAggregate(BooleanSupplier goOn) throws SQLException {
        var result = new Result(0, null);
        var after = 0L;
        List<DeadLetter> page;
        do {
            page = letters.ofNoAggregate(projection, after, PAGE);
            for (var letter : page) {
                result = result.and(letter(letter));
                after = letter.id();
                if (result.isInterrupted() || !goOn.getAsBoolean()) {
                    return result;
                }
            }
        } while (!page.isEmpty());
        return result;
    }

    private Result letter(DeadLetter letter) throws SQLException {
        try {
            return new Result(pipeline.redrive(letter) ? 1 : 0, null);
        } catch (Exception | Error e) {
            var result = new Result(0, Failures.of(e));
            if (!result.isInterrupted()) {
                letters.failedAgain(letter, result.failure());
            }
            return result;
        }
    }
}
