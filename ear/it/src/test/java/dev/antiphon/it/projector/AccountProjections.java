package dev.antiphon.it.projector;

import dev.antiphon.events.Envelope;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.RunningSum;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.VersionedRow;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Two read models of the same events; {@link #poison} holds the accounts whose events cannot be applied. */
final class AccountProjections {

    static final String[] TABLES = {
        "create table account_state (id text primary key, owner text, balance bigint, version bigint not null)",
        "create table account_total (id text primary key, amount bigint not null, events bigint not null)",
        "create table owner_sum (owner text primary key, balance bigint not null)",
        "create table owner_sum_part (id text primary key, owner text not null, balance bigint not null)",
        "grant select, insert, update, delete on account_state, account_total, owner_sum, owner_sum_part"
                + " to antiphon_projector"
    };

    private AccountProjections() {}

    /** Upserts under the version guard. */
    @Projection(name = "account_state", events = AccountEvent.class, strategy = Strategy.VERSION_GUARD)
    public static final class State {

        final Set<String> poison = ConcurrentHashMap.newKeySet();

        public void on(AccountEvent.Credited event, Envelope envelope, ReadDatabase db) {
            refuse(poison, envelope);
            db.batch(VersionedRow.of("account_state", "id", envelope.aggregateId(), envelope.aggregateVersion())
                    .set("owner", event.owner())
                    .set("balance", event.balance()));
        }
    }

    /** Adds up, so that an event applied twice shows; and a running sum over all accounts of an owner. */
    @Projection(
            name = "account_total",
            events = AccountEvent.class,
            strategy = Strategy.PROCESSED_EVENT,
            tables = {"account_total", "owner_sum", "owner_sum_part"})
    public static final class Total {

        private static final RunningSum SUM =
                new RunningSum("owner_sum", List.of("owner"), List.of("balance"), "owner_sum_part", "id");

        final Set<String> poison = ConcurrentHashMap.newKeySet();

        public void on(AccountEvent.Credited event, Envelope envelope, ReadDatabase db) {
            refuse(poison, envelope);
            db.batch("""
                    insert into account_total as t (id, amount, events) values (?, ?, 1)
                        on conflict (id) do update set amount = t.amount + excluded.amount, events = t.events + 1""", envelope.aggregateId(), event.amount());
            db.sum(SUM).contribute(envelope.aggregateId(), List.of(event.owner()), event.balance());
        }
    }

    private static void refuse(Set<String> poison, Envelope envelope) {
        if (poison.contains(envelope.aggregateId())) {
            throw new IllegalStateException("Account " + envelope.aggregateId() + " cannot be read");
        }
    }
}
