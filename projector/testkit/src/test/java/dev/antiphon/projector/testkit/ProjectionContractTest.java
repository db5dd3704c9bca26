package dev.antiphon.projector.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.antiphon.events.Envelope;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.VersionedRow;
import dev.antiphon.projector.testkit.ParcelEvent.Filled;
import dev.antiphon.projector.testkit.ParcelEvent.Packed;
import dev.antiphon.projector.testkit.ParcelEvent.Parcel;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** The contract lets a sound projection pass, and fails for each kind of broken one at the test that says why. */
class ProjectionContractTest {

    /** Sound. */
    @Projection(name = "parcel", events = ParcelEvent.class, strategy = Strategy.PROCESSED_EVENT)
    public static class Sound {

        public void on(Packed event, Envelope envelope, ReadDatabase db) {
            db.batch(
                    "insert into parcel (id, weight, version) values (?, ?, ?)",
                    envelope.aggregateId(),
                    event.weight(),
                    envelope.aggregateVersion());
        }

        public void on(Filled event, Envelope envelope, ReadDatabase db) {
            db.batch(
                    "update parcel set weight = weight + ?, events = events + 1, version = ? where id = ?",
                    event.more(),
                    envelope.aggregateVersion(),
                    envelope.aggregateId());
        }

        public void from(Parcel parcel, ReadDatabase db) {
            db.batch(VersionedRow.of("parcel", "id", parcel.aggregateId(), parcel.aggregateVersion())
                    .set("weight", parcel.weight())
                    .set("events", parcel.aggregateVersion()));
        }
    }

    /** Adds up under the version guard, which says nothing about what was added before. */
    @Projection(name = "parcel", events = ParcelEvent.class, strategy = Strategy.VERSION_GUARD)
    public static final class AddsTwice extends Sound {

        @Override
        public void on(Packed event, Envelope envelope, ReadDatabase db) {
            db.batch("""
                    insert into parcel as p (id, weight, version) values (?, ?, ?)
                        on conflict (id) do update set events = p.events + 1""", envelope.aggregateId(), event.weight(), envelope.aggregateVersion());
        }
    }

    /** Forgets a column in a snapshot. */
    public static final class OtherSnapshot extends Sound {

        @Override
        public void from(Parcel parcel, ReadDatabase db) {
            db.batch(VersionedRow.of("parcel", "id", parcel.aggregateId(), parcel.aggregateVersion())
                    .set("weight", parcel.weight()));
        }
    }

    /** Makes the weight of a parcel depend on how many there were before it. */
    public static final class LooksAtOthers extends Sound {

        @Override
        public void on(Packed event, Envelope envelope, ReadDatabase db) {
            long others = db.query("select count(*) from parcel", row -> row.getLong(1))
                    .get(0);
            db.batch(
                    "insert into parcel (id, weight, version) values (?, ?, ?)",
                    envelope.aggregateId(),
                    event.weight() + others,
                    envelope.aggregateVersion());
        }
    }

    /** Writes past its transaction. */
    public static final class WritesElsewhere extends Sound {

        @Override
        public void on(Packed event, Envelope envelope, ReadDatabase db) {
            DATABASE.run("insert into parcel (id, weight, version) values ('" + envelope.aggregateId() + "', "
                    + event.weight() + ", 1) on conflict do nothing");
        }
    }

    private static final TestReadDatabase DATABASE = TestReadDatabase.of("dev/antiphon/projector/testkit/schema");

    abstract static class Parcels extends ProjectionContract {

        @Override
        protected TestReadDatabase database() {
            return DATABASE;
        }

        @Override
        protected List<ProjectionStory> stories() {
            return List.of(
                    ProjectionStory.of("1", new Packed(5))
                            .state(new Parcel("1", 1, 5))
                            .then(new Filled(2), new Filled(1))
                            .state(new Parcel("1", 3, 8)),
                    ProjectionStory.of("2", new Packed(7), new Filled(1)));
        }
    }

    static class SoundCase extends Parcels {
        @Override
        protected Object projection() {
            return new Sound();
        }
    }

    static class AddsTwiceCase extends Parcels {
        @Override
        protected Object projection() {
            return new AddsTwice();
        }
    }

    static class OtherSnapshotCase extends Parcels {
        @Override
        protected Object projection() {
            return new OtherSnapshot();
        }
    }

    static class LooksAtOthersCase extends Parcels {
        @Override
        protected Object projection() {
            return new LooksAtOthers();
        }
    }

    static class WritesElsewhereCase extends Parcels {
        @Override
        protected Object projection() {
            return new WritesElsewhere();
        }
    }

    private static List<String> failures(Class<?> contract) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(contract))
                .execute()
                .testEvents()
                .failed()
                .stream()
                .map(Event::getTestDescriptor)
                .map(test -> test.getLegacyReportingName().replace("()", ""))
                .sorted()
                .toList();
    }

    @Test
    void aSoundProjectionKeepsIt() {
        var all = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(SoundCase.class))
                .execute()
                .testEvents();
        all.assertStatistics(statistics -> statistics.started(9).succeeded(9));
    }

    @Test
    void anEffectThatAddsUpUnderTheVersionGuardIsFound() {
        assertThat(failures(AddsTwiceCase.class)).contains("whatIsDeliveredAgainChangesNothingWithoutWatermarks");
    }

    @Test
    void aSnapshotMethodThatMakesOtherRowsIsFound() {
        assertThat(failures(OtherSnapshotCase.class))
                .containsExactly("aSnapshotAmongTheEventsMakesNoDifference", "snapshotsGiveTheSameRowsAsTheEvents");
    }

    @Test
    void anEffectThatDependsOnOtherAggregatesIsFound() {
        assertThat(failures(LooksAtOthersCase.class)).contains("theOrderBetweenAggregatesMakesNoDifference");
    }

    @Test
    void anEffectOutsideOfTheTransactionIsFound() {
        assertThat(failures(WritesElsewhereCase.class))
                .contains("whatDiesBeforeTheCommitLeavesNothingAndCountsOnceAfterwards");
    }
}
