-- What is on its way to Kafka, for those who ask whether a read model may still be behind: without what waits behind a
-- parked event, which goes nowhere until somebody acts.
create or replace view unsent_event as
select o.id, o.topic, o.aggregate_id
  from outbox o
 where o.published_at is null
   and not exists (select from parked_event p where p.topic = o.topic and p.aggregate_id = o.aggregate_id);

grant select on unsent_event to ${commandRole};
