create table order_summary (
    order_id    text        not null primary key,
    kind        text        not null,
    status      text        not null,
    customer_id text,
    currency    text        not null,
    total_minor bigint      not null,
    line_count  int         not null,
    item_count  bigint      not null,
    ordered_at  timestamptz not null,
    version     bigint      not null,
    updated_at  timestamptz not null
) with (fillfactor = 60);

-- The list of orders, newest first, of everybody and of one customer.
create index order_summary_newest on order_summary (ordered_at desc, order_id desc);
create index order_summary_of_customer on order_summary (customer_id, ordered_at desc, order_id desc);

create table product_summary (
    product_id  text        not null primary key,
    name        text        not null,
    price_minor bigint,
    currency    text,
    version     bigint      not null,
    updated_at  timestamptz not null
) with (fillfactor = 80);
