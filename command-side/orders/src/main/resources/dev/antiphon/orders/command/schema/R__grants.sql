grant usage on schema public to ${commandRole};
grant select, insert, update, delete on orders, order_line, product to ${commandRole};
