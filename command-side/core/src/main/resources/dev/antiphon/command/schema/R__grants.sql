grant usage on schema antiphon to ${commandRole};
grant select, insert, update, delete
   on outbox, parked_event, lane, relay_node, topic_seen, idempotency to ${commandRole};
grant select, insert on parked_audit to ${commandRole};
grant select, update on relay_plan to ${commandRole};
grant select on sequence outbox_id_seq to ${commandRole};
