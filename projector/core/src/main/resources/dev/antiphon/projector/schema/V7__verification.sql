-- What the last verification of each projection that came to its end has found and not mended, whoever ran it.
create table antiphon.verification (
    projection  text        collate "C" not null primary key,
    finished_at timestamptz not null default clock_timestamp(),
    compared    bigint      not null,
    undecided   bigint      not null,
    missing     bigint      not null,
    stale       bigint      not null,
    surplus     bigint      not null,
    wrong       bigint      not null,
    ahead       bigint      not null
);
