create table shelf (shelf_id text primary key, articles bigint not null, version bigint not null);
grant select, insert, update, delete on shelf to antiphon_projector;
-- More than a query side needs: what refuses a write has to be the connection.
grant select, update on shelf to antiphon_query;
