create table note (id text primary key, text text not null, version bigint not null, changed_at timestamptz not null);
grant select, insert, update on note to antiphon_command;
