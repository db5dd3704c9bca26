-- Rebuilds of projections from the write store, the last one of each. Ids are done in the order of their bytes: those up to
-- done_to are, and a worker that has a claim is about to read those behind them up to claimed_to. The claim's number rises
-- whenever it changes hands: who holds an older one can write nothing any more.
create table antiphon.rebuild (
    projection     text        collate "C" primary key,
    started_at     timestamptz not null default clock_timestamp(),
    finished_at    timestamptz,
    stop_requested boolean     not null default false,
    done_to        text        collate "C" not null default '',
    claimed_to     text        collate "C",
    claimed_until  timestamptz,
    claim          bigint      not null default 0,
    applied        bigint      not null default 0,
    ahead          bigint      not null default 0,
    covered        bigint      not null default 0
);

-- Letters whose events are in what a rebuild has read.
alter table antiphon.dead_letter_audit drop constraint dead_letter_audit_action_check;
alter table antiphon.dead_letter_audit add constraint dead_letter_audit_action_check
    check (action in ('redriven', 'discarded', 'gap-accepted', 'covered'));
