-- Ids are compared byte by byte (collation C): faster, and the same order everywhere.

-- Which events a consumer has applied (strategy "processed event"); written with the effect, and
-- forgotten after a retention; the small index by time is for that.
create table antiphon.processed_event (
    consumer     text        collate "C" not null,
    event_id     text        collate "C" not null,
    processed_at timestamptz not null default now(),
    primary key (consumer, event_id)
);
create index processed_event_time on antiphon.processed_event using brin (processed_at) with (autosummarize = on);

-- The last version of each aggregate that a projection has seen, also of events that it does not handle.
create table antiphon.watermark (
    projection        text        collate "C" not null,
    aggregate_id      text        collate "C" not null,
    aggregate_version bigint      not null,
    applied_at        timestamptz not null default now(),
    primary key (projection, aggregate_id)
) with (fillfactor = 80);

-- Where a projection goes on reading; wins over the offset that Kafka keeps for the group.
create table antiphon.position (
    projection  text        not null,
    topic       text        not null,
    partition   int         not null,
    topic_id    text        not null,
    next_offset bigint      not null,
    updated_at  timestamptz not null default now(),
    primary key (projection, topic, partition)
) with (fillfactor = 50);
