grant usage on schema antiphon to ${commandRole};
grant select, insert, update, delete on outbox, relay_node, idempotency to ${commandRole};
grant select, update on lane to ${commandRole};
