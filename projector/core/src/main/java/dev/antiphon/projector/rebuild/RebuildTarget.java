package dev.antiphon.projector.rebuild;

import dev.antiphon.events.AggregateSnapshot;
import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.jdbc.ClaimLostException;
import dev.antiphon.projector.jdbc.RebuildReach;
import dev.antiphon.projector.jdbc.Rebuilds;
import dev.antiphon.projector.pipeline.Failures;
import dev.antiphon.projector.pipeline.Patience;
import dev.antiphon.projector.pipeline.Snapshots;
import dev.antiphon.projector.pipeline.Transactions;
import dev.antiphon.projector.snapshots.SnapshotException;
import dev.antiphon.projector.spi.Failure;
import dev.antiphon.projector.spi.FaultPoint;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One projection that is being rebuilt. */
final class RebuildTarget {

    private static final Logger LOG = LoggerFactory.getLogger(RebuildTarget.class);

    private final String projection;
    private final Rebuilds rebuilds;
    private final Snapshots snapshots;
    private final RebuildSettings settings;
    private String doneTo;
    private String claimedTo = "";
    private long claim;

    RebuildTarget(
            ProjectionDefinition definition,
            DataSource readDatabase,
            ProjectorOptions options,
            RebuildSettings settings,
            FaultPoint faultPoint,
            Rebuilds.State state) {
        this.projection = definition.key();
        this.rebuilds = new Rebuilds(readDatabase);
        this.snapshots = new Snapshots(
                definition,
                new Transactions(readDatabase, definition, definition.key(), options, faultPoint, settings.copyIn()));
        this.settings = settings;
        this.doneTo = state.doneTo();
    }

    String doneTo() {
        return doneTo;
    }

    /**
     * Claims what is not done yet, up to an id; nothing if it is further already.
     *
     * @return false if the rebuild is to be stopped
     */
    boolean claim(String to) throws SQLException {
        claimedTo = "";
        if (RebuildReach.compare(to, doneTo) <= 0) {
            return true;
        }
        var number = rebuilds.claim(projection, doneTo, to, settings.lease());
        if (number.isPresent()) {
            claim = number.getAsLong();
            claimedTo = to;
            return true;
        }
        var state = rebuilds.find(projection);
        if (state.isPresent() && state.get().stopRequested()) {
            return false;
        }
        throw new SnapshotException(
                "Projection '" + projection + "' is being rebuilt by another process, which has come to '"
                        + state.map(Rebuilds.State::doneTo).orElse("") + "'.",
                null);
    }

    /**
     * Writes what it has claimed of a page.
     *
     * @return false if the claim was lost, so that the page must be read again
     */
    boolean apply(List<? extends AggregateSnapshot> page) {
        if (claimedTo.isEmpty()) {
            return true;
        }
        var claimed = page.stream()
                .filter(snapshot -> RebuildReach.compare(snapshot.aggregateId(), doneTo) > 0)
                .toList();
        try {
            Patience.with(settings.patience(), () -> snapshots.apply(claimed, claim));
            doneTo = claimedTo;
            return true;
        } catch (ClaimLostException e) {
            LOG.info("{}; the page is read again", e.getMessage());
            return false;
        } catch (Exception e) {
            throw failed(Failures.of(e));
        }
    }

    private SnapshotException failed(Failure failure) {
        return new SnapshotException(
                "Projection '" + projection + "' could not be rebuilt behind '" + doneTo + "': " + failure.message()
                        + ". Mend the cause and run the rebuild again; it goes on from there.",
                failure.cause());
    }

    @Override
    public String toString() {
        return projection;
    }
}
