-- The list of orders of one status, and sorted by their totals: filter, column and key, in this order.
create index order_summary_of_status on order_summary (status, ordered_at desc, order_id desc);
create index order_summary_largest on order_summary (total_minor desc, order_id desc);
create index order_summary_largest_of_status on order_summary (status, total_minor desc, order_id desc);
