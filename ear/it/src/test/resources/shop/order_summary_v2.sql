-- A migration as an application would have it: the new table beside the old one, with its indexes and grants.
create schema order_summary_v2;
grant usage on schema order_summary_v2 to antiphon_projector;

create table order_summary_v2.order_summary (like public.order_summary including all, items_per_line numeric not null);
-- With a column of another type, so that nothing of the old table fits.
alter table order_summary_v2.order_summary alter column line_count type bigint;

grant select, insert, update, delete on order_summary_v2.order_summary to antiphon_projector;
grant select on order_summary_v2.order_summary to antiphon_query;
