package dev.antiphon.projector.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.antiphon.events.Envelope;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.VersionedRow;
import dev.antiphon.projector.spi.Outcome;
import dev.antiphon.projector.testkit.ParcelEvent.Filled;
import dev.antiphon.projector.testkit.ParcelEvent.Packed;
import dev.antiphon.projector.testkit.ParcelEvent.Parcel;
import org.junit.jupiter.api.Test;

class ProjectionFixtureTest {

    private static final String PARCELS = "select id, weight, version from parcel order by id";

    private final ProjectionFixture parcels = ProjectionFixture.of(
            new ProjectionContractTest.Sound(), TestReadDatabase.of("dev/antiphon/projector/testkit/schema"));

    @Test
    void givesEachEventTheNextVersionOfItsAggregate() {
        parcels.given("1", new Packed(5), new Filled(2)).given("2", new Packed(1));
        parcels.given("1", new Filled(1)).thenRows(PARCELS, "1|8|3", "2|1|1");
    }

    @Test
    void saysWhatCameOfEachEvent() {
        parcels.given("1", new Packed(5)).givenAllAgain();
        assertThat(parcels.outcomes()).containsExactly(new Outcome.Duplicate());
        parcels.givenDeletion("1");
        assertThat(parcels.outcomes()).containsExactly(new Outcome.Skipped("deletion"));
    }

    @Test
    void appliesSnapshotsAndGoesOnBehindThem() {
        parcels.givenSnapshots(new Parcel("1", 1, 5)).given("1", new Packed(5), new Filled(2));
        parcels.thenRows(PARCELS, "1|7|2");
    }

    @Test
    void showsExpectedAndActualRows() {
        parcels.given("1", new Packed(5));
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> parcels.thenRows(PARCELS, "1|6|1"))
                .withMessageContainingAll(PARCELS, "1|6|1", "1|5|1");
    }

    @Test
    void tellsWhyAProjectionFailsAndKeepsNothingOfTheBatch() {
        assertThatIllegalStateException()
                .isThrownBy(() -> parcels.given("1", new Packed(5), new Packed(6)))
                .withMessageContainingAll("parcel", "duplicate key");
        parcels.thenRows(PARCELS);
    }

    /** A sound projection whose new table counts in grams. */
    @Projection(name = "parcel", version = 2, events = ParcelEvent.class, strategy = Strategy.VERSION_GUARD)
    public static class InGrams {

        public void on(Packed event, Envelope envelope, ReadDatabase db) {
            db.batch(VersionedRow.of("parcel", "id", envelope.aggregateId(), envelope.aggregateVersion())
                    .set("grams", 1_000 * event.weight()));
        }
    }

    @Test
    void aNewVersionIsTestedOnTheTablesThatAreMadeForItBesideTheOld() {
        var database = TestReadDatabase.of("dev/antiphon/projector/testkit/schema");
        var inGrams = ProjectionFixture.of(new InGrams(), database);
        inGrams.given("1", new Packed(5)).thenRows("select id, grams, version from parcel", "1|5000|1");
        assertThat(database.rows(PARCELS)).isEmpty();
        parcels.clear().given("1", new Packed(5)).thenRows(PARCELS, "1|5|1");
    }
}
