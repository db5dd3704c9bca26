-- What a projection has given up, whole; stays until it is redriven or discarded. Text that comes from records or
-- exceptions is bounded and has no NUL in it; bytes are as they came.
create table antiphon.dead_letter (
    id                bigint      generated always as identity primary key,
    projection        text        collate "C" not null,
    consumer          text        not null,
    topic             text        not null,
    topic_id          text        not null,
    partition         int         not null,
    record_offset     bigint      not null,
    record_time       timestamptz not null,
    record_key        bytea,
    record_value      bytea,
    header_names      text[]      not null,
    header_values     bytea[]     not null,
    -- What could be read of the envelope; no aggregate_id where it is unknown which aggregate the record belongs to.
    aggregate_id      text        collate "C",
    aggregate_version bigint,
    event_id          text        collate "C",
    event_type        text,
    correlation_id    text,
    -- The order within the aggregate: the version, or where that cannot be read, behind what was there.
    sort_version      bigint      not null,
    kind              text        not null check (kind in ('handler', 'unreadable', 'gap', 'follows')),
    reason            text        not null,
    stack_trace       text,
    attempts          int         not null,
    failed_at         timestamptz not null default clock_timestamp(),
    -- Its copy on the topic .dlq: who works on it until when, when it was done, or why it can never be.
    ship_after        timestamptz not null default 'epoch',
    shipped_at        timestamptz,
    ship_error        text
);
create index dead_letter_unshipped on antiphon.dead_letter (id) where shipped_at is null;
create unique index dead_letter_record on antiphon.dead_letter (projection, topic, topic_id, partition, record_offset);
-- The same event once, however often it is delivered; this is also the order of a redrive.
create unique index dead_letter_event
    on antiphon.dead_letter (projection, aggregate_id, sort_version, event_id) where event_id is not null;
create index dead_letter_order on antiphon.dead_letter (projection, aggregate_id, sort_version, id);

-- The aggregates whose events follow into the letters. Whoever adds, redrives or discards a letter of one locks its row.
create table antiphon.parked_aggregate (
    projection     text        collate "C" not null,
    aggregate_id   text        collate "C" not null,
    aggregate_type text,
    kind           text        not null check (kind in ('handler', 'unreadable', 'gap')),
    reason         text        not null,
    parked_at      timestamptz not null default clock_timestamp(),
    primary key (projection, aggregate_id)
);

-- What operators did; what was discarded is kept whole.
create table antiphon.dead_letter_audit (
    id                bigint      generated always as identity primary key,
    action            text        not null check (action in ('redriven', 'discarded', 'gap-accepted')),
    reason            text,
    done_at           timestamptz not null default clock_timestamp(),
    done_by           text        not null default session_user,
    projection        text        collate "C" not null,
    aggregate_id      text        collate "C",
    aggregate_version bigint,
    event_id          text        collate "C",
    event_type        text,
    topic             text,
    partition         int,
    record_offset     bigint,
    record_key        bytea,
    record_value      bytea,
    header_names      text[],
    header_values     bytea[],
    failed_for        text,
    failed_at         timestamptz
);
create index dead_letter_audit_aggregate on antiphon.dead_letter_audit (projection, aggregate_id);

-- How an operator asks the running projectors for a redrive, of one aggregate or (null) of all of a projection.
create table antiphon.redrive_request (
    id            bigint      generated always as identity primary key,
    projection    text        collate "C" not null,
    aggregate_id  text        collate "C",
    requested_at  timestamptz not null default clock_timestamp(),
    requested_by  text        not null default session_user,
    claimed_until timestamptz not null default 'epoch',
    finished_at   timestamptz,
    redriven      int         not null default 0,
    remaining     bigint      not null default 0,
    message       text
);
create index redrive_request_open on antiphon.redrive_request (projection, id) where finished_at is null;
