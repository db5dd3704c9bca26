-- What a read model is rebuilt from: one row for each aggregate, as OrderSnapshot and ProductSnapshot name it. It is read in
-- pages, in the order of the bytes of its ids, so the key must be in that order.
alter table orders alter column id type text collate "C";
alter table order_line alter column order_id type text collate "C";
alter table product alter column id type text collate "C";

-- When the last event occurred. Of what was there before, nobody knows any more.
alter table orders add column changed_at timestamptz not null default now();
alter table orders alter column changed_at drop default;
alter table product add column changed_at timestamptz not null default now();
alter table product alter column changed_at drop default;

create view order_snapshot as
select o.id as aggregate_id, o.version as aggregate_version, o.changed_at, o.kind, o.status, o.customer_id, o.currency,
       o.total_minor, l.line_count, l.item_count, o.ordered_at
  from orders o
       cross join lateral (select count(*) as line_count, sum(quantity) as item_count
                             from order_line where order_id = o.id) l;

create view product_snapshot as
select id as aggregate_id, version as aggregate_version, changed_at, name, price_minor, currency from product;
