create table book (
    id         text        collate "C" primary key,
    title      text        not null,
    member     text,
    version    bigint      not null,
    changed_at timestamptz not null
);

-- What read models are rebuilt from: a column for each component of BookSnapshot.
create view book_snapshot as
select id as aggregate_id, version as aggregate_version, title, member from book;

grant select, insert, update on book to ${commandRole};
grant select on book_snapshot to ${commandRole};
