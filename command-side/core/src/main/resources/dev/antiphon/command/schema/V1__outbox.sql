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

-- Events that can never be sent, with their reason, and those that wait behind them (no reason). Ids are the outbox's.
create table parked_event (
    id             bigint      primary key,
    aggregate_hash int         not null,
    aggregate_id   text        not null,
    topic          text        not null,
    event_type     text        not null,
    payload        text        not null,
    headers        text        not null,
    appended_at    timestamptz not null,
    parked_at      timestamptz not null default now(),
    reason         text
);

create index parked_event_aggregate on parked_event (topic, aggregate_id);

-- What operators did to parked events; a discarded one is kept here whole.
create table parked_audit (
    at           timestamptz not null default now(),
    action       text        not null check (action in ('redriven', 'discarded')),
    topic        text        not null,
    aggregate_id text        not null,
    outbox_id    bigint      not null,
    event_type   text        not null,
    payload      text        not null,
    headers      text        not null,
    parked_for   text,
    reason       text
);

-- The number of lanes that is wanted, and a number that rises whenever rows come back into the outbox with old ids.
create table relay_plan (
    only_row boolean primary key default true check (only_row),
    lanes    int     not null check (lanes between 1 and 1024),
    epoch    bigint  not null default 0
);

insert into relay_plan (lanes) values (16);

-- A lane is one of "lanes" equal ranges of aggregate hashes. Its owner holds it by a lease, told from others by the fence.
create table lane (
    lane         int         primary key,
    lanes        int         not null,
    owner        text,
    fence        bigint      not null default 0,
    leased_until timestamptz not null default 'epoch'
);

insert into lane (lane, lanes) select generate_series(0, 15), 16;

-- The relays that are alive, so that each takes its share of the lanes.
create table relay_node (
    node       text        primary key,
    seen_until timestamptz not null
);

-- How many partitions a topic had when it was last looked at: another number moves keys.
create table topic_seen (
    topic      text primary key,
    partitions int  not null
);
