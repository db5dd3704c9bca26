create table note (id text primary key, text text not null, version bigint not null);
grant select, insert, update on note to antiphon_command;
