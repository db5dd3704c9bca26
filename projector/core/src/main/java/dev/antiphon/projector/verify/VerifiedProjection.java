package dev.antiphon.projector.verify;

import dev.antiphon.events.AggregateSnapshot;
import dev.antiphon.events.jdbc.LocalTransactions;
import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.jdbc.ProjectionVersions;
import dev.antiphon.projector.pipeline.Failures;
import dev.antiphon.projector.pipeline.Patience;
import dev.antiphon.projector.pipeline.Snapshots;
import dev.antiphon.projector.pipeline.Transactions;
import dev.antiphon.projector.snapshots.SnapshotException;
import dev.antiphon.projector.snapshots.SnapshotPages;
import dev.antiphon.projector.spi.FaultPoint;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One projection that is being verified. What it knows only in part is put off until the pipeline has brought all that is
 * under way, and looked at again.
 */
final class VerifiedProjection implements AutoCloseable {

    /** So many are put off at most before they are looked at again. */
    private static final int MOST_PUT_OFF = 10_000;

    /** An aggregate that has new events at each look is given up: it is alive, and not behind. */
    private static final int LOOKS = 5;

    private final ProjectionDefinition projection;
    private final VerifySettings settings;
    private final DataSource readDatabase;
    private final Connection write;
    private final Connection read;
    private final SnapshotPages pages;
    private final Shadow shadow;
    private final Snapshots snapshots;
    private final Passage passage;
    private final Map<String, PutOff> putOff = new HashMap<>();
    private final Map<Drift.Kind, Long> drift = new EnumMap<>(Drift.Kind.class);
    private final List<Drift> told = new ArrayList<>();
    private long compared;
    private long healed;
    private long undecided;
    private String why = "";

    /**
     * An aggregate whose versions differ.
     *
     * @param written the version in the write store
     * @param seen that in the read database, a moment later
     */
    private record PutOff(long written, long seen) {}

    private VerifiedProjection(
            ProjectionDefinition projection,
            DataSource readDatabase,
            TopicEnds ends,
            VerifySettings settings,
            Connection write,
            SnapshotPages pages,
            Connection read,
            Shadow shadow,
            BooleanSupplier goOn) {
        this.projection = projection;
        this.settings = settings;
        this.readDatabase = readDatabase;
        this.snapshots = new Snapshots(
                projection,
                new Transactions(
                        readDatabase, projection, projection.key(), ProjectorOptions.defaults(), FaultPoint.NONE));
        this.passage = new Passage(projection, write, read, ends, settings.patience(), goOn);
        this.write = write;
        this.pages = pages;
        this.read = read;
        this.shadow = shadow;
    }

    /** @throws SnapshotException if it cannot be verified */
    static VerifiedProjection open(
            ProjectionDefinition projection,
            Class<?> snapshot,
            DataSource writeStore,
            DataSource readDatabase,
            TopicEnds ends,
            VerifySettings settings,
            BooleanSupplier goOn)
            throws SQLException {
        var write = writeStore.getConnection();
        try {
            return open(projection, readDatabase, ends, settings, write, new SnapshotPages(write, snapshot), goOn);
        } catch (SQLException | RuntimeException e) {
            write.close();
            throw e;
        }
    }

    private static VerifiedProjection open(
            ProjectionDefinition projection,
            DataSource readDatabase,
            TopicEnds ends,
            VerifySettings settings,
            Connection write,
            SnapshotPages pages,
            BooleanSupplier goOn)
            throws SQLException {
        var read = readDatabase.getConnection();
        try {
            return new VerifiedProjection(
                    projection,
                    readDatabase,
                    ends,
                    settings,
                    write,
                    pages,
                    read,
                    new Shadow(projection, read, settings.copyIn()),
                    goOn);
        } catch (SQLException | RuntimeException e) {
            read.close();
            throw e;
        }
    }

    /** Compares a page of the write store, which was read before. */
    VerifiedProjection compare(List<AggregateSnapshot> page) throws SQLException {
        var ids = page.stream().map(AggregateSnapshot::aggregateId).toList();
        var comparison = shadow.compare(ids, page, true);
        var wrong = new HashSet<String>();
        for (var state : page) {
            var id = state.aggregateId();
            var seen = comparison.seen(id);
            if (state.aggregateVersion() != seen) {
                putOff.put(id, new PutOff(state.aggregateVersion(), seen));
            } else {
                judge(id, comparison.differences(id), wrong);
            }
        }
        compared += page.size();
        heal(wrong);
        if (putOff.size() >= MOST_PUT_OFF) {
            lookAgain();
        }
        return this;
    }

    /** When all pages were compared: what was put off, what belongs to no aggregate, and the sums. */
    VerifyReport complete() throws SQLException {
        lookAgain();
        for (var stranger : shadow.unseen()) {
            putOff.put(stranger, new PutOff(0, 0));
            if (putOff.size() >= MOST_PUT_OFF) {
                lookAgain();
            }
        }
        lookAgain();
        for (var sum : projection.sums()) {
            var check = new SumCheck(sum);
            var sums = new LocalTransactions(readDatabase);
            for (var found : sums.inNew(connection -> {
                ProjectionVersions.enter(connection, projection);
                return check.find(connection);
            })) {
                found(found.drift());
                if (settings.heal()) {
                    patiently(() -> sums.inNew(connection -> {
                        ProjectionVersions.enter(connection, projection);
                        check.heal(connection, found.key());
                        return null;
                    }));
                    healed++;
                }
            }
        }
        return new VerifyReport(
                projection.key(), compared, new LinkedHashMap<>(drift), List.copyOf(told), healed, undecided, why);
    }

    private void lookAgain() throws SQLException {
        for (var look = 0; look < LOOKS && !putOff.isEmpty() && why.isEmpty(); look++) {
            why = passage.await(putOff.keySet());
            if (why.isEmpty()) {
                lookAgainNow();
            }
        }
        if (!why.isEmpty()) {
            undecided += putOff.size();
        }
        putOff.clear();
    }

    /** All events that put them off have gone past the projection. */
    private void lookAgainNow() throws SQLException {
        var before = new TreeMap<>(putOff);
        putOff.clear();
        var states = pages.of(before.keySet());
        var comparison = shadow.compare(before.keySet(), states.values(), false);
        var wrong = new HashSet<String>();
        before.forEach((id, then) -> {
            var state = states.get(id);
            var written = state == null ? 0 : state.aggregateVersion();
            var seen = comparison.seen(id);
            if (state == null) {
                judge(id, comparison.differences(id), wrong);
            } else if (written < then.seen()) {
                found(new Drift(
                        Drift.Kind.AHEAD,
                        "",
                        id,
                        "the read model knows version " + then.seen() + ", the write store " + written));
            } else if (seen < then.written()) {
                found(new Drift(
                        seen == 0 ? Drift.Kind.MISSING : Drift.Kind.STALE,
                        "",
                        id,
                        "version " + seen + ", not " + written));
                wrong.add(id);
            } else if (seen == written) {
                judge(id, comparison.differences(id), wrong);
            } else {
                putOff.put(id, new PutOff(written, seen));
            }
        });
        heal(wrong);
    }

    private void judge(String id, List<Drift> differences, Set<String> wrong) {
        if (!differences.isEmpty()) {
            differences.forEach(this::found);
            wrong.add(id);
        }
    }

    private void found(Drift one) {
        drift.merge(one.kind(), 1L, Long::sum);
        if (told.size() < settings.told()) {
            told.add(one);
        }
    }

    private void heal(Set<String> ids) {
        if (settings.heal() && !ids.isEmpty()) {
            patiently(() ->
                    snapshots.heal(ids, this::clear, wanted -> pages.of(wanted).values()));
            healed += ids.size();
        }
    }

    private void clear(Collection<String> ids, ReadDatabase database) {
        for (var sum : projection.sums()) {
            ids.forEach(id -> database.sum(sum).withdraw(id));
        }
        for (var table : shadow.plainTables()) {
            database.update(table.delete(), (Object) ids.toArray(String[]::new));
        }
    }

    private void patiently(Callable<@Nullable Object> work) {
        try {
            Patience.with(settings.patience(), work);
        } catch (Exception e) {
            throw new SnapshotException(
                    "Projection '" + projection + "' could not be mended: "
                            + Failures.of(e).message() + ". Run it again when that is mended.",
                    e);
        }
    }

    @Override
    public void close() throws SQLException {
        try (write;
                read;
                pages;
                shadow) {
            // all of them, whatever becomes of one
        }
    }
}
