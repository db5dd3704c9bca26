-- Events on their way to Kafka. Payload and headers are JSON text, not jsonb: byte-exact, and faster.
create table outbox (
    id             bigint      generated always as identity primary key,
    aggregate_hash int         not null,
    aggregate_id   text        not null,
    topic          text        not null,
    event_type     text        not null,
    payload        text        not null,
    headers        text        not null,
    appended_at    timestamptz not null default now(),
    published_at   timestamptz
);

-- What the relay reads: small, whatever number of published rows is kept.
create index outbox_unpublished on outbox (id) include (aggregate_hash) where published_at is null;

-- A lane is a range of aggregate hashes. Its owner holds it by a lease and stamps its work with the fence.
create table lane (
    lane         int         primary key,
    owner        text,
    fence        bigint      not null default 0,
    leased_until timestamptz not null default 'epoch'
);

insert into lane (lane) select generate_series(0, 15);

-- The relays that are alive, so that each takes its share of the lanes.
create table relay_node (
    node       text        primary key,
    seen_until timestamptz not null
);
