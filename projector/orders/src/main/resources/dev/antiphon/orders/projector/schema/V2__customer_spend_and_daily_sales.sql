-- The sums, and beside each the parts it is made of: what every order counts for.
create table customer_spend (
    customer_id  text   not null,
    currency     text   not null,
    amount_minor bigint not null,
    sale_count   bigint not null,
    return_count bigint not null,
    primary key (customer_id, currency)
) with (fillfactor = 80);

create table customer_spend_part (
    order_id     text   not null primary key,
    customer_id  text   not null,
    currency     text   not null,
    amount_minor bigint not null,
    sale_count   bigint not null,
    return_count bigint not null
);

create index customer_spend_part_of_sum on customer_spend_part (customer_id, currency);

create table daily_sales (
    day          date   not null,
    currency     text   not null,
    amount_minor bigint not null,
    sale_count   bigint not null,
    return_count bigint not null,
    primary key (day, currency)
) with (fillfactor = 80);

create table daily_sales_part (
    order_id     text   not null primary key,
    day          date   not null,
    currency     text   not null,
    amount_minor bigint not null,
    sale_count   bigint not null,
    return_count bigint not null
);

create index daily_sales_part_of_sum on daily_sales_part (day, currency);
