create schema parcel_v2;
create table parcel_v2.parcel (id text primary key, grams bigint not null, version bigint not null);
grant usage on schema parcel_v2 to ${projectorRole};
grant select, insert, update, delete on parcel_v2.parcel to ${projectorRole};
