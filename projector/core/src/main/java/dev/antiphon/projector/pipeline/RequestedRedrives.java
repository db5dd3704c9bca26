package dev.antiphon.projector.pipeline;

import dev.antiphon.projector.letters.DeadLetters;
import dev.antiphon.projector.letters.RedriveRequests;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what operators ask for in {@link RedriveRequests}; called again and again by a timer. */
public final class RequestedRedrives {

    private static final Logger LOG = LoggerFactory.getLogger(RequestedRedrives.class);
    private static final Duration LEASE = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final String projection;
    private final Redrive redrive;
    private final RedriveRequests requests;
    private final DeadLetters letters;

    public RequestedRedrives(String projection, Redrive redrive, DataSource readDatabase) {
        this.projection = projection;
        this.redrive = redrive;
        this.requests = new RedriveRequests(readDatabase);
        this.letters = new DeadLetters(readDatabase);
    }

    /**
     * Works on one request, if there is one, as long as it may go on.
     *
     * @return whether there was one
     */
    public boolean serve(BooleanSupplier goOn) throws SQLException {
        var claimed = requests.claim(projection, LEASE);
        if (claimed.isEmpty() || !goOn.getAsBoolean()) {
            return false;
        }
        var request = claimed.get();
        var aggregateId = request.aggregateId();
        var until = System.nanoTime() + LEASE.dividedBy(2).toNanos();
        BooleanSupplier inTime = () -> goOn.getAsBoolean() && System.nanoTime() < until;
        var result = aggregateId == null ? redrive.all(inTime) : redrive.aggregate(aggregateId, inTime);
        var redriven = request.redriven() + result.redriven();
        var why = result.failure() == null ? null : result.failure().message();
        if (result.isInterrupted() || !inTime.getAsBoolean()) {
            requests.renew(request, result.isInterrupted() ? PAUSE : Duration.ZERO, redriven, why);
        } else {
            var remaining = letters.count(projection, aggregateId);
            requests.finish(request, redriven, remaining, why);
            LOG.info(
                    "Projection {}: {} dead letters of {} are redriven, {} remain{}",
                    projection,
                    redriven,
                    aggregateId == null ? "all aggregates" : "aggregate " + aggregateId,
                    remaining,
                    why == null ? "" : "; the last that failed again: " + why);
        }
        return true;
    }
}
