-- How commands with an Idempotency-Key ended, for requests that are sent again.
create table idempotency (
    scope       text        not null,
    key         text        not null,
    fingerprint text        not null,
    outcome     text        not null,
    kept_at     timestamptz not null default now(),
    primary key (scope, key)
);

create index idempotency_kept_at on idempotency (kept_at);
