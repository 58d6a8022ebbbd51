import { setImmediate as breathe } from 'node:timers/promises';
import { bellWith } from '../../base/bell.ts';
import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import type { Announcement } from '../../contract/events.ts';
import { allAccounts, type Account } from '../../mail/accounts.ts';
import type { MayStill } from '../../mail/apply.ts';
import { addDraft, draftNamed, listedFiles, type Draft } from '../../mail/drafts.ts';
import { jobHandle } from '../../mail/jobs.ts';
import type { Sending } from '../../mail/sending.ts';
import { addDraftFile } from '../../mail/writing/files.ts';
import type { WriteDb } from '../../store/db.ts';
import { isBroken, mergedRow, planOf } from './merged.ts';
import {
  countRows,
  nextMerge,
  rowsIn,
  setMergeState,
  setRow,
  skipWaiting,
  mergeNamed,
  type Merge,
  type MergeRow,
} from './store.ts';

export type MergeLoopParts = {
  write: WriteDb;
  clock: Clock;
  log: Log;
  announce: (announcement: Announcement) => void;
  sending: Sending;
  mayStill: MayStill;
};

export type MergeLoop = Loop & {
  /** There is something to make or to send. */
  ring(): void;
  /** Makes no more drafts of a merge; those that are made stay. False where none is being made. */
  cancel(job_id: string): boolean;
};

/** Rows in one transaction: other writers wait no longer than for these. */
const atOnce = 25;

/** Makes the drafts of merges and hands them to the outbox, a few at a time; after a crash it goes on with what is left. */
export function mergeLoop(parts: MergeLoopParts): MergeLoop {
  const { write: db, clock } = parts;
  const bell = bellWith(clock);
  return {
    name: 'merges',
    async run(signal) {
      while (!signal.aborted) {
        const next = nextMerge(db);
        if (!next) await bell.wait(undefined, signal);
        else if (next.state === 'making') make(parts, next);
        else queue(parts, next);
        await breathe();
      }
    },
    // What asked for it is one transaction, which has still to end.
    ring: () => queueMicrotask(() => bell.ring()),
    cancel(job_id) {
      const found = mergeNamed(db, job_id);
      if (found?.state !== 'making') return false;
      db.transaction(() =>
        endMaking(parts, found, { cancelled: 'It was cancelled. The drafts that had been made stay.' }),
      );
      return true;
    },
  };
}

/** Ends the making of drafts, before all are made where it says why. */
export function endMaking(
  { write: db, clock }: Pick<MergeLoopParts, 'write' | 'clock'>,
  { id, batch }: Merge,
  early?: { failed: string } | { cancelled: string },
): void {
  const job = jobHandle({ db, clock }, batch);
  if (early) skipWaiting(db, id, 'failed' in early ? early.failed : early.cancelled);
  setMergeState(db, id, { state: 'made' });
  if (early && 'cancelled' in early) job.cancel(early.cancelled);
  else job.finish(early?.failed);
}

function make(parts: MergeLoopParts, merge: Merge): void {
  const { write: db, clock, announce } = parts;
  const account = accountOf(db, merge);
  const rows = rowsIn(db, merge.id, ['waiting'], atOnce);
  const draft_ids = db.transaction(() => {
    if (!account) {
      endMaking(parts, merge, { failed: 'Its account is gone.' });
      return [];
    }
    const made = rows.flatMap((row) => makeOne(parts, { merge, account, row }) ?? []);
    const { waiting, skipped, drafted, due, queued, held_back } = countRows(db, merge.id);
    const succeeded = drafted + due + queued + held_back;
    jobHandle({ db, clock }, merge.batch).progress({ succeeded, skipped });
    if (waiting === 0) endMaking(parts, merge);
    return made;
  });
  if (draft_ids.length > 0) announce({ event: 'DraftsUpdated', account_id: merge.account_id, draft_ids });
}

type RowWork = { merge: Merge; account: Account; row: MergeRow };

/** A draft of its own, with the files of the template: their content is kept once. */
function makeOne({ write: db, clock }: MergeLoopParts, { merge, account, row }: RowWork): string | undefined {
  const { template, batch, columns } = merge;
  const { places } = planOf(template, columns, undefined);
  const merged = mergedRow(template, { columns }, row, { emailColumn: merge.email_column, places });
  if (isBroken(merged)) {
    setRow(db, row.id, { state: 'skipped', reason: merged.problems.map(({ message }) => message).join(' ') });
    return undefined;
  }
  const draft = addDraft({ db, clock }, { ...template, ...merged.content, account, actor: actorOf(merge), batch });
  for (const { name, mime_type, size, content, cid, position } of merge.draft === null
    ? []
    : listedFiles(db, merge.draft))
    addDraftFile({ db, clock }, draft.id, { name, mime_type, size, content, cid, position });
  setRow(db, row.id, { state: 'drafted', draft_id: draft.draft_id });
  return draft.draft_id;
}

/** Hands the next few to the outbox, one some seconds after the other. What is held back says why. */
function queue({ write: db, clock, sending, mayStill, log }: MergeLoopParts, merge: Merge): void {
  const account = accountOf(db, merge);
  const rows = rowsIn(db, merge.id, ['due'], atOnce);
  const actor = actorOf(merge);
  const refusal = account ? mayStill(actor, { safety: 'send' }, account.id) : 'Its account is gone.';
  db.transaction(() => {
    let at = Math.max(Date.parse(merge.next_at ?? ''), clock.now().getTime());
    for (const row of rows) {
      const draft =
        row.draft_id === null
          ? undefined
          : draftNamed(db, row.draft_id, { accounts: account ? [account] : [], caller: actor });
      const reason = refusal ?? queueOne({ account: account!, draft, row, at });
      setRow(db, row.id, reason === undefined ? { state: 'queued' } : { state: 'held_back', reason });
      if (reason === undefined) at += merge.pace * 1000;
    }
    const isDone = rows.length < atOnce;
    setMergeState(db, merge.id, isDone ? { state: 'made' } : { state: 'sending', next_at: instantOf(new Date(at)) });
    if (isDone) log.info({ batch: merge.batch }, 'a merge has been handed to the outbox');
  });

  /** Why it is held back; undefined where it goes. */
  function queueOne({
    account,
    draft,
    at,
  }: {
    account: Account;
    draft: Draft | undefined;
    row: MergeRow;
    at: number;
  }): string | undefined {
    if (!draft) return 'Its draft is gone.';
    const seconds = Math.round((at - clock.now().getTime()) / 1000);
    try {
      sending.queue(db, { draft, account, actor, timing: seconds > 0 ? { kind: 'held', seconds } : { kind: 'now' } });
      return undefined;
    } catch (failed) {
      if (!(failed instanceof Failure)) throw failed;
      return failed.message;
    }
  }
}

function accountOf(db: WriteDb, { account }: Merge): Account | undefined {
  return allAccounts(db).find(({ id }) => id === account);
}

function actorOf({ origin, token_id }: Merge) {
  return { origin, ...(token_id !== null && { token_id }) };
}
