create table book_list (
    book_id text   primary key,
    title   text   not null,
    member  text,
    version bigint not null
);

create index book_list_of_member on book_list (member, title, book_id);

grant select, insert, update, delete on book_list to ${projectorRole};
grant select on book_list to ${queryRole};
