create table orders (
    id          text        primary key,
    kind        text        not null check (kind in ('SALE', 'RETURN')),
    status      text        not null check (status in ('PLACED', 'CONFIRMED', 'SHIPPED', 'CANCELLED')),
    customer_id text,
    currency    char(3)     not null,
    total_minor bigint      not null check (total_minor >= 0),
    ordered_at  timestamptz not null,
    version     bigint      not null
);

create table order_line (
    order_id         text   not null references orders,
    line_no          int    not null,
    stock_code       text   not null,
    description      text,
    quantity         int    not null check (quantity > 0),
    unit_price_minor bigint not null check (unit_price_minor >= 0),
    primary key (order_id, line_no)
);

create table product (
    id          text   primary key,
    name        text   not null,
    price_minor bigint check (price_minor >= 0),
    currency    char(3),
    version     bigint not null,
    check ((price_minor is null) = (currency is null))
);
