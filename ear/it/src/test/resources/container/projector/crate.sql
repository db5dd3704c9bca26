create table crate_content (crate_id text primary key, articles bigint not null, sealed boolean not null default false,
                            version bigint not null);
create table crate_label (crate_id text primary key, text text not null, version bigint not null);
create table crate_seal (crate_id text primary key, version bigint not null);
-- The crates that cannot be opened for now.
create table crate_fault (crate_id text primary key);
grant select, insert, update, delete on crate_content, crate_label, crate_seal, crate_fault to antiphon_projector;
