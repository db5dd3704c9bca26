-- The projector writes what it applies; the query side looks at watermarks to wait for a version; nobody else sees it.
grant usage on schema antiphon to ${projectorRole}, ${queryRole};
grant select, insert, update, delete on antiphon.processed_event, antiphon.watermark, antiphon.position to ${projectorRole};
grant select on antiphon.watermark, antiphon.position, antiphon.projection_version to ${queryRole};
grant select on antiphon.projection_version to ${projectorRole};
grant insert (projection, version, read_tables, active), update (read_tables, noted_at)
   on antiphon.projection_version to ${projectorRole};
grant select, insert, update, delete
   on antiphon.dead_letter, antiphon.parked_aggregate, antiphon.redrive_request, antiphon.paused_projection,
       antiphon.rebuild, antiphon.verification
   to ${projectorRole};
grant select, insert on antiphon.dead_letter_audit to ${projectorRole};
grant select, insert, delete on antiphon.change to ${projectorRole};
grant select, update on antiphon.change_horizon to ${projectorRole};
grant select on antiphon.change, antiphon.change_horizon to ${queryRole};
-- A verification compares with copies of read tables, which are temporary ones.
do $$
begin
    execute format('grant temporary on database %I to ${projectorRole}', current_database());
exception when insufficient_privilege then
    raise warning '%', 'Only the owner of the database may grant TEMPORARY to ${projectorRole}, which antiphon verify needs.';
end $$;
