-- No other index has this order, so what asks for it reads this index; see R__relay.sql.
drop index outbox_unpublished;
create index outbox_unpublished on outbox (id, aggregate_hash) where published_at is null;
