-- What a switch and a drop do with the tables of a version, as their owner. Names are those that the projection uses; where
-- one is missing in the schema there is nothing to do.

create or replace function antiphon.tables_in(named text, tables text[]) returns setof regclass stable language sql as $$
    select to_regclass(quote_ident(named) || '.' || t.name) found
      from unnest(tables) t (name)
     where to_regclass(quote_ident(named) || '.' || t.name) is not null
     order by t.name
$$;

-- Keeps everybody off until the transaction ends; in one order, so that two who do it do not hold each other up.
create or replace function antiphon.lock_tables(named text, tables text[]) returns void language plpgsql as $$
declare
    each regclass;
begin
    for each in select antiphon.tables_in(named, tables) loop
        execute format('lock table %s in access exclusive mode', each);
    end loop;
end $$;

-- With their indexes, constraints and grants. Whoever writes them must get into the schema that they come to.
create or replace function antiphon.move_tables(named text, tables text[], target text) returns void language plpgsql as $$
declare
    each regclass;
    writer name;
begin
    if to_regnamespace(quote_ident(target)) is null then
        execute format('create schema %I', target);
    end if;
    for writer in
        select distinct r.rolname
          from antiphon.tables_in(named, tables) t join pg_class c on c.oid = t
               cross join lateral aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
         where a.privilege_type = 'INSERT' and not has_schema_privilege(r.oid, to_regnamespace(quote_ident(target)), 'usage')
    loop
        execute format('grant usage on schema %I to %I', target, writer);
    end loop;
    for each in select antiphon.tables_in(named, tables) loop
        execute format('alter table %s set schema %I', each, target);
    end loop;
end $$;

-- For good, and the schema with them unless something else is in it; says which tables.
create or replace function antiphon.drop_tables(named text, tables text[]) returns text[] language plpgsql as $$
declare
    gone regclass[] := array(select antiphon.tables_in(named, tables));
    names text[] := array(select format('%I.%I', named, c.relname) from unnest(gone) g join pg_class c on c.oid = g);
begin
    if names <> '{}' then
        execute 'drop table ' || array_to_string(names, ', ');
    end if;
    if to_regnamespace(quote_ident(named)) is not null
            and not exists (select from pg_class where relnamespace = to_regnamespace(quote_ident(named)))
            and not exists (select from pg_proc where pronamespace = to_regnamespace(quote_ident(named)))
            and not exists (select from pg_type where typnamespace = to_regnamespace(quote_ident(named))) then
        execute format('drop schema %I', named);
    end if;
    return names;
end $$;
