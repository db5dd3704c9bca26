-- The two databases and their four roles, for psql as a superuser, with the names and passwords of the environment. Only a
-- database's own roles may connect to it; what they may do there is said by `antiphon migrate`.
\set ON_ERROR_STOP on
\getenv owner ANTIPHON_OWNER_USER
\getenv owner_password ANTIPHON_OWNER_PASSWORD
\getenv command ANTIPHON_COMMAND_USER
\getenv command_password ANTIPHON_COMMAND_PASSWORD
\getenv projector ANTIPHON_PROJECTOR_USER
\getenv projector_password ANTIPHON_PROJECTOR_PASSWORD
\getenv query ANTIPHON_QUERY_USER
\getenv query_password ANTIPHON_QUERY_PASSWORD

create role :"owner" login password :'owner_password';
create role :"command" login password :'command_password';
create role :"projector" login password :'projector_password';
create role :"query" login password :'query_password';

create database write owner :"owner";
revoke connect, temporary on database write from public;
grant connect on database write to :"command";

create database read owner :"owner";
revoke connect, temporary on database read from public;
grant connect on database read to :"projector", :"query";
