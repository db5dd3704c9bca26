package dev.antiphon.projector.versions;

import static dev.antiphon.projector.fixture.TestDatabase.run;

import dev.antiphon.events.Envelope;
import dev.antiphon.events.Headers;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.VersionedRow;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.fixture.Records;
import dev.antiphon.projector.fixture.TestDatabase;
import dev.antiphon.projector.fixture.TicketEvent;
import dev.antiphon.projector.fixture.TicketEvent.Raised;
import dev.antiphon.projector.fixture.TicketEvent.Ticket;
import dev.antiphon.projector.jdbc.Advance;
import dev.antiphon.projector.jdbc.ProjectionVersions;
import dev.antiphon.projector.pipeline.Pipeline;
import dev.antiphon.projector.pipeline.Transactions;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.FaultPoint;
import dev.antiphon.projector.spi.Outcome;
import java.sql.SQLException;
import java.util.List;

/** Two versions of a projection, each with a consumer that reads the same partition. */
final class VersionedTickets {

    /** The last raise of a ticket. */
    @Projection(name = "ticket", events = TicketEvent.class, strategy = Strategy.PROCESSED_EVENT, pushed = true)
    public static class First {

        public void on(Raised event, Envelope envelope, ReadDatabase db) {
            write(envelope.aggregateId(), envelope.aggregateVersion(), event.amount(), db);
        }

        public void from(Ticket ticket, ReadDatabase db) {
            write(ticket.aggregateId(), ticket.aggregateVersion(), ticket.amount(), db);
        }

        void write(String id, long version, int amount, ReadDatabase db) {
            db.batch(VersionedRow.of("ticket", "id", id, version).set("total", amount));
        }
    }

    /** Twice of that, in a column of its own. */
    @Projection(
            name = "ticket",
            version = 2,
            events = TicketEvent.class,
            strategy = Strategy.PROCESSED_EVENT,
            pushed = true)
    public static class Second extends First {

        @Override
        void write(String id, long version, int amount, ReadDatabase db) {
            db.batch(VersionedRow.of("ticket", "id", id, version).set("doubled", 2 * amount));
        }
    }

    /** A version and its consumer. */
    static final class Consumer {

        final ProjectionDefinition definition;
        private final Pipeline pipeline;
        private long position;

        private Consumer(Object projection) throws SQLException {
            definition = ProjectionDefinition.of(projection);
            ProjectionVersions.note(TestDatabase.asProjector(), definition);
            run(
                    TestDatabase.dataSource(),
                    "insert into antiphon.position values ('" + definition.key()
                            + "', 'shop.test.ticket', 0, 'id', 0, now())");
            pipeline = new Pipeline(
                    definition,
                    new Transactions(
                            TestDatabase.asProjector(),
                            definition,
                            definition.group("desk"),
                            ProjectorOptions.defaults(),
                            FaultPoint.NONE),
                    ProjectorOptions.defaults(),
                    List.of());
        }

        Outcome raise(String ticket, long version, int amount) {
            return receive(Records.delivery(position, ticket, version, new Raised(amount)));
        }

        /** An event that nobody can read. */
        Outcome garble(String ticket, long version) {
            var headers = Headers.write(Records.envelope("ticket.raised", ticket, version));
            return receive(Records.delivery(position, ticket, headers, Records.bytes("{")));
        }

        private Outcome receive(Delivery delivery) {
            var outcome = pipeline.applyAlone(new Advance(Records.TOPIC, 0, "id", position, position + 1), delivery);
            if (!(outcome instanceof Outcome.Postponed)) {
                position++;
            }
            return outcome;
        }
    }

    final Consumer first;
    final Consumer second;

    private VersionedTickets() throws SQLException {
        first = new Consumer(new First());
        second = new Consumer(new Second());
    }

    /** Version 1 where readers look, version 2 in its schema, both from the beginning. */
    static VersionedTickets beside() throws SQLException {
        TestDatabase.clear();
        run(
                TestDatabase.dataSource(),
                "create schema ticket_v2",
                "create table ticket_v2.ticket (id text primary key, doubled int not null default 0, version bigint not null)",
                "grant usage on schema ticket_v2 to test_projector",
                "grant select, insert, update, delete on ticket_v2.ticket to test_projector");
        return new VersionedTickets();
    }

    /** Both come to know an event. */
    void raise(String ticket, long version, int amount) {
        first.raise(ticket, version, amount);
        second.raise(ticket, version, amount);
    }

    /** Puts the tables where other tests have them. */
    static void end() {
        run(TestDatabase.dataSource(), """
                do $$ begin
                    if to_regclass('ticket_v1.ticket') is not null then
                        drop table if exists public.ticket;
                        alter table ticket_v1.ticket set schema public;
                    end if;
                    drop schema if exists ticket_v1 cascade;
                    drop schema if exists ticket_v2 cascade;
                    if to_regclass('public.ticket') is null or exists (select from pg_attribute
                            where attrelid = 'public.ticket'::regclass and attname = 'doubled') then
                        drop table if exists public.ticket;
                        create table ticket (id text primary key, subject text, total int not null default 0,
                            calls int not null default 0, version bigint not null default 0);
                        grant select, insert, update, delete on ticket to test_projector;
                    end if;
                end $$""");
        TestDatabase.clear();
    }
}
