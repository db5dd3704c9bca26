-- Projections that an operator has paused; they stay so until they are resumed, whatever is restarted.
create table antiphon.paused_projection (
    projection text        collate "C" primary key,
    reason     text        not null,
    paused_at  timestamptz not null default clock_timestamp(),
    paused_by  text        not null default session_user
);
