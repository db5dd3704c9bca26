package dev.antiphon.projector.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.antiphon.events.AggregateSnapshot;
import dev.antiphon.events.Envelope;
import dev.antiphon.events.EventType;
import dev.antiphon.events.InvalidEventModelException;
import dev.antiphon.events.Sensitive;
import dev.antiphon.events.SnapshotOf;
import dev.antiphon.events.Topic;
import dev.antiphon.projector.InvalidProjectionException;
import dev.antiphon.projector.OnDeletion;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.fixture.TicketEvent;
import dev.antiphon.projector.fixture.Tickets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProjectionDefinitionTest {

    @Topic("shop.test.parcel")
    sealed interface ParcelEvent {

        @EventType("parcel.sent")
        record Sent() implements ParcelEvent {}

        @SnapshotOf(ParcelEvent.class)
        record Parcel(String aggregateId, long aggregateVersion) implements AggregateSnapshot {}
    }

    @SnapshotOf(TicketEvent.class)
    record Half(String aggregateId, long aggregateVersion) {}

    @SnapshotOf(TicketEvent.class)
    record Secret(
            String aggregateId,
            long aggregateVersion,
            @Sensitive String owner) implements AggregateSnapshot {}

    @SnapshotOf(TicketEvent.class)
    static class NoRecord implements AggregateSnapshot {
        @Override
        public String aggregateId() {
            return "1";
        }

        @Override
        public long aggregateVersion() {
            return 1;
        }
    }

    record Unmarked(String aggregateId, long aggregateVersion) implements AggregateSnapshot {}

    @Projection(name = "Ticket List", events = TicketEvent.class, strategy = Strategy.VERSION_GUARD)
    static class BadName {
        public void on(TicketEvent.Opened event) {}
    }

    @Projection(name = "ticket", events = TicketEvent.class, strategy = Strategy.VERSION_GUARD, version = 0)
    static class BadVersion {
        public void on(TicketEvent.Opened event) {}
    }

    @Projection(name = "ticket", events = TicketEvent.class, strategy = Strategy.VERSION_GUARD)
    static class Nothing {
        void on(TicketEvent.Opened event) {}
    }

    @Projection(name = "ticket", events = TicketEvent.class, strategy = Strategy.VERSION_GUARD)
    static class Twice {
        public void on(TicketEvent.Opened event) {}

        public void opened(TicketEvent.Opened event, Envelope envelope) {}
    }

    @Projection(name = "ticket", events = TicketEvent.class, strategy = Strategy.VERSION_GUARD)
    static class OtherFamily {
        public void on(ParcelEvent.Sent event) {}
    }

    @Projection(name = "ticket", events = TicketEvent.class, strategy = Strategy.VERSION_GUARD)
    static class OddParameter {
        public void on(TicketEvent.Opened event, String text) {}
    }

    @Projection(name = "ticket", events = TicketEvent.class, strategy = Strategy.VERSION_GUARD)
    static class WholeFamily {
        public void on(TicketEvent event) {}
    }

    @Projection(
            name = "ticket",
            events = TicketEvent.class,
            strategy = Strategy.VERSION_GUARD,
            version = 3,
            tables = "a")
    static class Third {
        public void on(TicketEvent.Opened event, ReadDatabase db, Envelope envelope) {}
    }

    @Projection(name = "ticket", events = TicketEvent.class, strategy = Strategy.VERSION_GUARD)
    static class OddDeletion {
        public void on(TicketEvent.Opened event) {}

        @OnDeletion
        public void gone(long id) {}
    }

    @Projection(name = "ticket", events = TicketEvent.class, strategy = Strategy.VERSION_GUARD)
    static class TwoDeletions {
        public void on(TicketEvent.Opened event) {}

        @OnDeletion
        public void gone(String id) {}

        @OnDeletion
        public void lost(String id, ReadDatabase db) {}
    }

    @Projection(name = "ticket", events = TicketEvent.class, strategy = Strategy.VERSION_GUARD)
    static class WithSnapshot {
        public void on(TicketEvent.Opened event) {}

        public void from(TicketEvent.Ticket ticket, ReadDatabase db) {}
    }

    @Projection(name = "ticket", events = TicketEvent.class, strategy = Strategy.VERSION_GUARD)
    static class SnapshotAlone {
        public void on(TicketEvent.Opened event) {}

        public void from(TicketEvent.Ticket ticket) {}
    }

    @Projection(name = "ticket", events = TicketEvent.class, strategy = Strategy.VERSION_GUARD)
    static class SnapshotAndEnvelope {
        public void on(TicketEvent.Opened event) {}

        public void from(TicketEvent.Ticket ticket, Envelope envelope, ReadDatabase db) {}
    }

    @Projection(name = "ticket", events = TicketEvent.class, strategy = Strategy.VERSION_GUARD)
    static class TwoSnapshots {
        public void on(TicketEvent.Opened event) {}

        public void from(TicketEvent.Ticket ticket, ReadDatabase db) {}

        public void restore(TicketEvent.Ticket ticket, ReadDatabase db) {}
    }

    @Projection(name = "ticket", events = TicketEvent.class, strategy = Strategy.VERSION_GUARD)
    static class SnapshotOfAnother {
        public void on(TicketEvent.Opened event) {}

        public void from(ParcelEvent.Parcel parcel, ReadDatabase db) {}
    }

    @Projection(name = "ticket", events = TicketEvent.class, strategy = Strategy.VERSION_GUARD)
    static class HalfSnapshot {
        public void on(TicketEvent.Opened event) {}

        public void from(Half half, ReadDatabase db) {}
    }

    @Projection(name = "ticket", events = TicketEvent.class, strategy = Strategy.VERSION_GUARD)
    static class SecretSnapshot {
        public void on(TicketEvent.Opened event) {}

        public void from(Secret secret, ReadDatabase db) {}
    }

    @Projection(name = "ticket", events = TicketEvent.class, strategy = Strategy.VERSION_GUARD)
    static class EntityAsSnapshot {
        public void on(TicketEvent.Opened event) {}

        public void from(NoRecord entity, ReadDatabase db) {}
    }

    @Projection(name = "ticket", events = TicketEvent.class, strategy = Strategy.VERSION_GUARD)
    static class UnmarkedSnapshot {
        public void on(TicketEvent.Opened event) {}

        public void from(Unmarked unmarked, ReadDatabase db) {}
    }

    @Test
    void readsWhatIsDeclared() {
        var definition = ProjectionDefinition.of(new Tickets());
        assertThat(definition.key()).isEqualTo("ticket");
        assertThat(definition.topic()).isEqualTo("shop.test.ticket");
        assertThat(definition.group("desk")).isEqualTo("desk-ticket");
        assertThat(definition.tables()).containsExactly("ticket");
        assertThat(definition.handler("ticket.opened")).isPresent();
        assertThat(definition.handler("ticket.closed")).isEmpty();
        assertThat(definition.handler("ticket.burnt")).isEmpty();
    }

    @Test
    void givesLaterVersionsAKeyOfTheirOwn() {
        var definition = ProjectionDefinition.of(new Third());
        assertThat(definition.key()).isEqualTo("ticket-v3");
        assertThat(definition.group("desk")).isEqualTo("desk-ticket-v3");
        assertThat(definition.tables()).containsExactly("a");
    }

    @Test
    void refusesMistakesAndSaysWhatToChange() {
        refuses(new Object(), "put @Projection on it");
        refuses(new BadName(), "'Ticket List'", "lower case with underscores");
        refuses(new BadVersion(), "version 0", "start at 1");
        refuses(new Nothing(), "handles nothing", "write a public method");
        refuses(new Twice(), "two methods for Opened", "keep one of them");
        refuses(new OtherFamily(), "TicketEvent", "takes Sent", "move the method");
        refuses(new OddParameter(), "parameter of type String", "remove it");
        refuses(new OddDeletion(), "gone", "[long]", "(String aggregateId, ReadDatabase db)");
        refuses(new TwoDeletions(), "two methods for deletions", "gone", "lost", "keep one of them");
        refuses(new WholeFamily(), "whole family", "one method for each event");
    }

    @Test
    void knowsTheMethodForSnapshots() {
        assertThat(ProjectionDefinition.of(new Tickets()).snapshot()).isEmpty();
        assertThat(ProjectionDefinition.of(new WithSnapshot()).snapshot())
                .get()
                .satisfies(handler -> assertThat(handler.snapshot()).isEqualTo(TicketEvent.Ticket.class));
    }

    /** Rules S3, E8. */
    @Test
    void refusesMistakesWithSnapshots() {
        refuses(new SnapshotAlone(), "from", "takes [Ticket]", "needs the snapshot and ReadDatabase");
        refuses(new SnapshotAndEnvelope(), "takes [Ticket, Envelope, ReadDatabase]", "nothing else");
        refuses(new TwoSnapshots(), "two methods for snapshots", "from", "restore", "keep one of them");
        refusesModel(new SnapshotOfAnother(), "Parcel is a snapshot of ParcelEvent", "TicketEvent is needed");
        refusesModel(new HalfSnapshot(), "Half", "implements AggregateSnapshot");
        refusesModel(new EntityAsSnapshot(), "NoRecord", "is no record");
        refusesModel(new UnmarkedSnapshot(), "Unmarked", "@SnapshotOf");
        refusesModel(new SecretSnapshot(), "Secret", "'owner'", "E8");
    }

    private static void refusesModel(Object projection, String... parts) {
        assertThatExceptionOfType(InvalidEventModelException.class)
                .isThrownBy(() -> ProjectionDefinition.of(projection))
                .satisfies(e -> assertThat(e.getMessage()).contains(parts));
    }

    private static void refuses(Object projection, String... parts) {
        assertThatExceptionOfType(InvalidProjectionException.class)
                .isThrownBy(() -> ProjectionDefinition.of(projection))
                .satisfies(e -> assertThat(e.getMessage()).contains(parts));
    }

    @Test
    void refusesTwoProjectionsOfOneName() {
        var definition = ProjectionDefinition.of(new Tickets());
        ProjectionDefinition.checkDistinct(List.of(definition, ProjectionDefinition.of(new Third())));
        assertThatExceptionOfType(InvalidProjectionException.class)
                .isThrownBy(() -> ProjectionDefinition.checkDistinct(List.of(definition, definition)))
                .withMessageContaining("Two projections are called 'ticket'");
    }
}
