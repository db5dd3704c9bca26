-- How the relay reads and marks. These are functions because a function can say how its statements are planned: in the
-- order of an index, and once. Statistics do not help here; they tell of the backlog that there was when they were
-- gathered, and by them the database may choose to sort a whole backlog for each batch of it.
--
-- There is no "after the last id": rows commit out of the order of their ids, so unpublished is the only cursor.
-- 65536 is the number of aggregate hashes, of which a lane is an equal part.

create or replace function unsent_events(
    floor_epoch bigint, floor_id bigint, lane_count int, held_lanes int[], under_way bigint[], paused_topics text[], most int)
returns table (id bigint, aggregate_hash int, aggregate_id text, topic text, event_type text, payload text, headers text,
               behind_parked boolean)
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan
as $$
begin
    return query
    select o.id, o.aggregate_hash, o.aggregate_id, o.topic, o.event_type, o.payload, o.headers,
           exists (select from antiphon.parked_event p where p.topic = o.topic and p.aggregate_id = o.aggregate_id)
      from antiphon.outbox o
     where o.published_at is null
       and o.id >= case when (select epoch from antiphon.relay_plan) = floor_epoch then floor_id else 0 end
       and o.aggregate_hash::bigint * lane_count / 65536 = any (held_lanes)
       and o.id not in (select unnest(under_way))
       and o.topic <> all (paused_topics)
     order by o.id, o.aggregate_hash
     limit most;
end $$;

-- Those of some lanes that a node still holds by the same fence, as the statement sees it that asks.
create or replace function still_held(node text, lane_count int, held_lanes int[], fences bigint[])
returns int[]
language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
begin
    return array(
        select l.lane from antiphon.lane l join unnest(held_lanes, fences) h (lane, fence) using (lane, fence)
         where l.owner = node and l.leased_until > now() and l.lanes = lane_count);
end $$;

-- Only where the lane is still held; asked in the same statement, so that no lock is needed for it.
create or replace function mark_sent(ids bigint[], node text, lane_count int, held_lanes int[], fences bigint[])
returns setof bigint
language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
begin
    return query
    update antiphon.outbox o set published_at = now()
     where o.id = any (ids)
       and o.aggregate_hash::bigint * lane_count / 65536 = any (array(
               select unnest(antiphon.still_held(node, lane_count, held_lanes, fences))))
    returning o.id;
end $$;

create or replace function remove_sent(ids bigint[], node text, lane_count int, held_lanes int[], fences bigint[])
returns setof bigint
language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
begin
    return query
    delete from antiphon.outbox o
     where o.id = any (ids)
       and o.aggregate_hash::bigint * lane_count / 65536 = any (array(
               select unnest(antiphon.still_held(node, lane_count, held_lanes, fences))))
    returning o.id;
end $$;

create or replace function lowest_unsent(from_id bigint)
returns bigint
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan
as $$
begin
    return (select o.id from antiphon.outbox o where o.published_at is null and o.id >= from_id
             order by o.id, o.aggregate_hash limit 1);
end $$;

create or replace function unsent_backlog(counted int, out rows bigint, out oldest interval)
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan
as $$
begin
    select count(*), coalesce(now() - min(waiting.appended_at), '0') into rows, oldest
      from (select o.appended_at from antiphon.outbox o where o.published_at is null
             order by o.id, o.aggregate_hash limit counted) waiting;
end $$;

-- Deletes in the order of the ids; "looked_at" bounds the time that it takes.
create or replace function forget_sent(after_id bigint, kept_for interval, looked_at int)
returns setof bigint
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan
as $$
begin
    return query
    delete from antiphon.outbox o where o.id = any (array(
        select oldest.id
          from (select s.id, s.published_at from antiphon.outbox s where s.published_at is not null and s.id > after_id
                 order by s.id limit looked_at) oldest
         where oldest.published_at < now() - kept_for))
    returning o.id;
end $$;
