-- The versions of each projection. Readers look at the active one, whose tables are where everybody's search path finds them;
-- those of any other version are in the schema <projection>_v<version>, and a switch moves them. Every transaction of a
-- projection holds its key by a shared advisory lock, which a switch takes alone: where its tables are does not change
-- under it. A version that was dropped keeps its row, so that nobody begins with it again.
create table antiphon.projection_version (
    projection   text        collate "C" not null,
    version      int         not null check (version > 0),
    key          text        collate "C" not null unique
        generated always as (case when version = 1 then projection else projection || '-v' || version::text end) stored,
    read_tables  text[]      not null,
    active       boolean     not null default false,
    noted_at     timestamptz not null default clock_timestamp(),
    activated_at timestamptz,
    dropped_at   timestamptz,
    dropped_by   text,
    primary key (projection, version)
);
create unique index projection_version_active on antiphon.projection_version (projection) where active;

-- What has read events before there were versions beside each other.
insert into antiphon.projection_version (projection, version, read_tables, active)
select distinct projection, 1, '{}'::text[], true from antiphon.position where projection !~ '-v\d+$';
