create table parcel (id text primary key, weight bigint not null, events bigint not null default 1, version bigint not null);
create table parcel_count (only_row boolean primary key default true, parcels bigint not null);
grant select, insert, update, delete on parcel, parcel_count to ${projectorRole};
