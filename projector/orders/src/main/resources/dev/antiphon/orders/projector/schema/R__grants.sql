-- Only the projector writes read tables; the query side reads the models, not the parts that sums are made of.
grant usage on schema public to ${projectorRole}, ${queryRole};
grant select, insert, update, delete
    on order_summary, product_summary, customer_spend, customer_spend_part, daily_sales, daily_sales_part
    to ${projectorRole};
grant select on order_summary, product_summary, customer_spend, daily_sales to ${queryRole};
