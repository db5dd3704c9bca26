-- How a transaction of a projection begins, in one call: a switch between versions keeps it waiting; a pause ends it at once;
-- the positions move on, and hold their rows, so that of two consumers that believe to own a partition the second waits here
-- and then finds the position moved; parked aggregates and watermarks are locked and read, in that order; events that are new
-- are marked as processed.
--
-- While a rebuild is under way, it says how far: a claim whose time is over is taken back here, so that a dead worker holds
-- nobody up. This is read before the watermarks, so that what is done by then is seen in them.
--
-- The rebuild itself names its claim, holds its row, and is not kept off by a pause: that is for events.
--
-- Last, the tables: those of a version that readers do not look at are found in its own schema first. It is not set for the
-- others, since statements are planned anew when it changes. Until the transaction ends no switch moves them.
--
-- A function says how its statements are planned: by the keys of the tables, and once, whatever the statistics say. For the
-- projection's own statements, too, indexes are preferred until the end of the transaction: a plan that was made while a read
-- table was new would read all of it for each event when it has grown.

drop function if exists antiphon.begin_projection;
create function antiphon.begin_projection(
    me text, lock_wait text, idle_limit text,
    topics text[], partitions int[], topic_ids text[], froms bigint[], tos bigint[],
    aggregates text[],
    event_aggregates text[], event_versions bigint[], event_ids text[], of_parked boolean, rebuild_claim bigint default null,
    out begun_at timestamptz, out pause_reason text, out paused_at timestamptz, out paused_by text, out not_moved int,
    out claim_lost boolean, out rebuilt_to text, out claimed_to text,
    out parked_ids text[], out parked_kinds text[], out seen_ids text[], out seen_versions bigint[], out fresh text[],
    out changes_of text)
language plpgsql
set enable_nestloop = off set plan_cache_mode = force_generic_plan
as $$
declare
    tables_in text;
begin
    perform set_config('enable_seqscan', 'off', true),
            set_config('lock_timeout', lock_wait, true),
            set_config('idle_in_transaction_session_timeout', idle_limit, true);
    perform pg_advisory_xact_lock_shared(hashtextextended('antiphon.projection ' || me, 0));
    begun_at := clock_timestamp();

    select p.reason, p.paused_at, p.paused_by into pause_reason, paused_at, paused_by
      from antiphon.paused_projection p where p.projection = me;
    if pause_reason is not null and rebuild_claim is null then
        return;
    end if;

    claim_lost := false;
    if rebuild_claim is not null then
        perform from antiphon.rebuild r
          where r.projection = me and r.claim = rebuild_claim and r.claimed_to is not null for update;
        claim_lost := not found;
        if claim_lost then
            return;
        end if;
    end if;

    for i in 1 .. cardinality(partitions) loop
        update antiphon.position p set next_offset = tos[i], updated_at = now()
         where p.projection = me and p.topic = topics[i] and p.partition = partitions[i]
           and p.topic_id = topic_ids[i] and p.next_offset = froms[i];
        if not found then
            not_moved := i;
            return;
        end if;
    end loop;

    select r.done_to, r.claimed_to into rebuilt_to, claimed_to
      from antiphon.rebuild r where r.projection = me and r.finished_at is null;
    if claimed_to is not null and rebuild_claim is null then
        update antiphon.rebuild r set claimed_to = null, claim = claim + 1
         where r.projection = me and r.claimed_until < clock_timestamp() and r.claimed_to is not null;
        select r.done_to, r.claimed_to into rebuilt_to, claimed_to
          from antiphon.rebuild r where r.projection = me and r.finished_at is null;
    end if;

    select array_agg(a.aggregate_id), array_agg(a.kind) into parked_ids, parked_kinds
      from (select p.aggregate_id, p.kind from antiphon.parked_aggregate p
             where p.projection = me and p.aggregate_id = any (aggregates) order by p.aggregate_id for update) a;

    select array_agg(a.aggregate_id), array_agg(a.aggregate_version) into seen_ids, seen_versions
      from (select w.aggregate_id, w.aggregate_version from antiphon.watermark w
             where w.projection = me and w.aggregate_id = any (aggregates) order by w.aggregate_id for update) a;

    if cardinality(event_ids) > 0 then
        with claimed as (
            insert into antiphon.processed_event (consumer, event_id)
            select me, e.id
              from unnest(event_aggregates, event_versions, event_ids) e (aggregate_id, version, id)
                   left join unnest(seen_ids, seen_versions) s (aggregate_id, version) using (aggregate_id)
             where e.version > coalesce(s.version, 0)
               and (of_parked or e.aggregate_id <> all (coalesce(parked_ids, '{}')))
                on conflict do nothing
            returning event_id)
        select array_agg(event_id) into fresh from claimed;
    end if;

    select case when v.active then v.projection else v.projection || '-v' || v.version end,
           case when not v.active then quote_ident(v.projection || '_v' || v.version) || ', public' end
      into changes_of, tables_in
      from antiphon.projection_version v where v.key = me;
    if tables_in is not null then
        perform set_config('search_path', tables_in, true);
    end if;
end $$;

-- The schema that the tables of a version are in, quoted; null for the one that readers look at. A version that is not noted
-- yet will be that one if it is the first, and has no schema of its own.
create or replace function antiphon.version_schema(named text, numbered int) returns text stable language sql as $$
    select case when not coalesce(
                     (select v.active from antiphon.projection_version v
                       where v.projection = named and v.version = numbered),
                     to_regnamespace(quote_ident(named || '_v' || numbered)) is null
                         and not exists (select from antiphon.projection_version o where o.projection = named and o.active))
                then quote_ident(named || '_v' || numbered) end
$$;
