-- What projections with "pushed" have applied, for the query side to tell its clients; forgotten after a retention. Ids
-- become visible out of order, and the ids of what was rolled back never.
create table antiphon.change (
    id                bigint      generated always as identity primary key,
    projection        text        collate "C" not null,
    aggregate_id      text        collate "C" not null,
    aggregate_version bigint      not null,
    event_type        text        not null,
    changed_at        timestamptz not null default clock_timestamp()
);

-- The highest id that was forgotten: who has seen less has missed something. The era tells this table from one that
-- another database has, or had, under the same name.
create table antiphon.change_horizon (
    one          bool   not null primary key default true check (one),
    era          text   not null default substr(md5(random()::text || clock_timestamp()), 1, 8),
    forgotten_to bigint not null
);
insert into antiphon.change_horizon (forgotten_to) values (0);
