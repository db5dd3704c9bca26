create table note (
    id   bigint generated always as identity primary key,
    text text not null
);

grant usage on schema antiphon to ${commandRole};
grant select, insert on note to ${commandRole};
