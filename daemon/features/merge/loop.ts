import { setImmediate as nextTurn } from 'node:timers/promises';
import { createWakeSignal } from '../../base/wake-signal.ts';
import { instantOf, type Clock } from '../../base/clock.ts';
import { diskProblemOf } from '../../base/disk-failure.ts';
import { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import type { Announcement } from '../../contract/events.ts';
import { allAccounts, type Account } from '../../mail/accounts/accounts.ts';
import type { DeferredAuthorization } from '../../mail/mutations/apply.ts';
import { addDraft, findDraft, listedFiles, type Draft } from '../../mail/drafts/drafts.ts';
import { jobHandle } from '../../mail/jobs/jobs.ts';
import type { SendingService } from '../../mail/outbox/sending-service.ts';
import { addDraftFile } from '../../mail/compose/draft-files.ts';
import type { WriteDb } from '../../store/db.ts';
import { isUnusable, mergeRow, planMerge } from './merged-messages.ts';
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

type MergeLoopDeps = {
  write: WriteDb;
  clock: Clock;
  log: Log;
  announce: (announcement: Announcement) => void;
  sending: SendingService;
  authorizeDeferred: DeferredAuthorization;
};

export type MergeLoop = Loop & {
  /** There are drafts to create or to send. */
  notify(): void;
  /** Stops creating drafts of a merge; existing drafts stay. False if none are being created. */
  cancel(job_id: string): boolean;
};

/** Rows in one transaction, which limits the wait of other writers. */
const batchSize = 25;

/** Creates the drafts of merges and queues them in the outbox in batches; continues after a crash. */
export function mergeLoop(deps: MergeLoopDeps): MergeLoop {
  const { write: db, clock } = deps;
  const wakeSignal = createWakeSignal(clock);
  return {
    name: 'merges',
    async run(signal) {
      while (!signal.aborted) {
        const next = nextMerge(db);
        if (!next) await wakeSignal.wait(undefined, signal);
        else if (next.state === 'making') createDrafts(deps, next);
        else queueDrafts(deps, next);
        await nextTurn();
      }
    },
    // The transaction of the request has not ended yet.
    notify: () => queueMicrotask(() => wakeSignal.notify()),
    cancel(job_id) {
      const found = mergeNamed(db, job_id);
      if (found?.state !== 'making') return false;
      db.transaction(() =>
        finishDrafting(deps, found, { cancelled: 'It was cancelled. The drafts created so far are kept.' }),
      );
      return true;
    },
  };
}

/** Ends the creation of drafts; a reason is given if it ends early. */
export function finishDrafting(
  { write: db, clock }: Pick<MergeLoopDeps, 'write' | 'clock'>,
  { id, batch }: Merge,
  early?: { failed: string } | { cancelled: string },
): void {
  const job = jobHandle({ db, clock }, batch);
  if (early) skipWaiting(db, id, 'failed' in early ? early.failed : early.cancelled);
  setMergeState(db, id, { state: 'made' });
  if (early && 'cancelled' in early) job.cancel(early.cancelled);
  else job.finish(early?.failed);
}

function createDrafts(deps: MergeLoopDeps, merge: Merge): void {
  const { write: db, clock, announce } = deps;
  const account = accountOf(db, merge);
  const rows = rowsIn(db, merge.id, ['waiting'], batchSize);
  const draft_ids = db.transaction(() => {
    if (!account) {
      finishDrafting(deps, merge, { failed: 'Its account was removed.' });
      return [];
    }
    const drafts = rows.flatMap((row) => createDraft(deps, { merge, account, row }) ?? []);
    const { waiting, skipped, drafted, due, queued, held_back } = countRows(db, merge.id);
    const succeeded = drafted + due + queued + held_back;
    jobHandle({ db, clock }, merge.batch).progress({ succeeded, skipped });
    if (waiting === 0) finishDrafting(deps, merge);
    return drafts;
  });
  if (draft_ids.length > 0) announce({ event: 'DraftsUpdated', account_id: merge.account_id, draft_ids });
}

type RowTask = { merge: Merge; account: Account; row: MergeRow };

/** A draft of its own, with the files of the template, whose content is stored once. */
function createDraft({ write: db, clock }: MergeLoopDeps, { merge, account, row }: RowTask): string | undefined {
  const { template, batch, columns } = merge;
  const { places: columnIndexes } = planMerge(template, columns, undefined);
  const merged = mergeRow(template, { columns }, row, { emailColumn: merge.email_column, columnIndexes });
  if (isUnusable(merged)) {
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

/** Queues the next drafts in the outbox, some seconds apart. A draft that is held back reports the reason. */
function queueDrafts({ write: db, clock, sending, authorizeDeferred, log }: MergeLoopDeps, merge: Merge): void {
  const account = accountOf(db, merge);
  const rows = rowsIn(db, merge.id, ['due'], batchSize);
  const actor = actorOf(merge);
  const refusal = account ? authorizeDeferred(actor, { safety: 'send' }, account.id) : 'Its account was removed.';
  db.transaction(() => {
    let at = Math.max(Date.parse(merge.next_at ?? ''), clock.now().getTime());
    for (const row of rows) {
      const draft =
        row.draft_id === null
          ? undefined
          : findDraft(db, row.draft_id, { accounts: account ? [account] : [], caller: actor });
      const reason = refusal ?? queueDraft({ account: account!, draft, row, at });
      setRow(db, row.id, reason === undefined ? { state: 'queued' } : { state: 'held_back', reason });
      if (reason === undefined) at += merge.pace * 1000;
    }
    const isDone = rows.length < batchSize;
    setMergeState(db, merge.id, isDone ? { state: 'made' } : { state: 'sending', next_at: instantOf(new Date(at)) });
    if (isDone) log.info({ batch: merge.batch }, 'a merge has been handed to the outbox');
  });

  /** Why the draft is held back; undefined if it is queued. */
  function queueDraft({
    account,
    draft,
    at,
  }: {
    account: Account;
    draft: Draft | undefined;
    row: MergeRow;
    at: number;
  }): string | undefined {
    if (!draft) return 'Its draft was deleted.';
    const seconds = Math.round((at - clock.now().getTime()) / 1000);
    try {
      sending.queue(db, { draft, account, actor, timing: seconds > 0 ? { kind: 'held', seconds } : { kind: 'now' } });
      return undefined;
    } catch (failed) {
      if (!(failed instanceof Failure) || diskProblemOf(failed) !== undefined) throw failed;
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
