grant usage on schema public to ${commandRole};
grant select, insert, update, delete on orders, order_line, product to ${commandRole};
grant select on order_snapshot, product_snapshot to ${commandRole};
