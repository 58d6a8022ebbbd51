import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { actorOf } from '../../contract/ownership.ts';
import type { Handlers } from '../../handler-types.ts';
import type { Announcement } from '../../contract/events.ts';
import {
  discardDraft,
  findDraft,
  emptyDraftContent,
  listedFiles,
  type Draft,
  type DraftContent,
} from '../../mail/drafts/drafts.ts';
import { startJob } from '../../mail/jobs/jobs.ts';
import { openSendOf, lastSendOf } from '../../mail/outbox/outbox.ts';
import type { SendingService } from '../../mail/outbox/sending-service.ts';
import type { ReadDb } from '../../store/db.ts';
import type { mergeRequests } from './contract.ts';
import { finishDrafting, type MergeLoop } from './loop.ts';
import { mergeRows } from './merged-messages.ts';
import { requirePlan, requireTemplate } from './template.ts';
import {
  beginSending,
  countRows,
  requireMerge,
  pageOfRows,
  rowsIn,
  saveMerge,
  setMergeState,
  setRow,
  type Merge,
} from './store.ts';
import { readTable, type Table } from './table.ts';

type MergeDeps = {
  clock: Clock;
  announce: (announcement: Announcement) => void;
  mergeLoop: Pick<MergeLoop, 'notify' | 'cancel'>;
  sending: Pick<SendingService, 'undoSecondsFor'>;
};

type MergeHandlers<Name extends keyof Handlers<typeof mergeRequests>> = Pick<Handlers<typeof mergeRequests>, Name>;

export function mergeHandlers(deps: MergeDeps): Handlers<typeof mergeRequests> {
  return { ...draftingHandlers(deps), ...draftedHandlers(deps) };
}

/** Requests that make the drafts of a merge, and show them. */
function draftingHandlers({ clock, mergeLoop }: MergeDeps): MergeHandlers<'start' | 'get'> {
  return {
    start({ draft_id, skip_duplicates, ...tableInput }, { db, accounts, caller }) {
      const draft = requireTemplate(db, draft_id, { accounts, caller });
      const account = accounts.find(({ id }) => id === draft.account);
      if (!account)
        throw new Failure(
          'conflict',
          'account_gone',
          'The account of this draft was removed. Choose another for it first.',
        );
      if (listedFiles(db, draft.id).some(({ content }) => content === null))
        throw new Failure(
          'conflict',
          'file_missing',
          'A file of this draft is still being downloaded. Wait until it’s here.',
        );
      const table = readTable(tableInput);
      const actor = actorOf(caller);
      const { emailColumn } = requirePlan(draft, table, tableInput.email_column);
      const rows = skip_duplicates ? withoutDuplicates(draft, table, tableInput.email_column) : table.rows;
      const job_id = db.transaction(() => {
        const job = startJob({ db, clock }, { kind: 'merge', accounts: [account], actor });
        job.progress({ total: rows.length });
        saveMerge(db, {
          batch: job.job_id,
          account,
          draft: draft.id,
          template: contentOf(draft),
          columns: table.columns,
          email_column: emailColumn,
          actor,
          created_at: instantOf(clock.now()),
          rows,
        });
        return job.job_id;
      });
      mergeLoop.notify();
      return { batch: job_id, job_id, rows: rows.length };
    },
    get({ batch, limit, offset }, { db, accounts }) {
      const merge = requireMerge(db, accounts, batch);
      const page = pageOfRows(db, merge.id, { limit: limit + 1, offset });
      const at = merge.columns.indexOf(merge.email_column ?? '');
      return {
        merge: mergeData(db, merge),
        rows: page.slice(0, limit).map(({ line, cells, state, send_state, reason, draft_id, to_text }) => ({
          line,
          to: to_text ?? cells[at] ?? '',
          state,
          send_state,
          reason,
          draft_id,
        })),
        next_offset: page.length > limit ? offset + limit : null,
      };
    },
  };
}

/** Requests that send or discard the drafts of a merge. */
function draftedHandlers({ clock, announce, mergeLoop, sending }: MergeDeps): MergeHandlers<'send' | 'discard'> {
  return {
    send({ batch, pace_seconds: paceSeconds }, { db, accounts, caller }) {
      const merge = requireMerge(db, accounts, batch);
      if (merge.state === 'making')
        throw new Failure(
          'conflict',
          'merge_running',
          'Its drafts are still being created. Check them once they’re ready.',
        );
      const actor = actorOf(caller);
      const first = new Date(clock.now().getTime() + sending.undoSecondsFor(actor) * 1000);
      const next_at = instantOf(first);
      const count = db.transaction(() => beginSending(db, merge.id, { actor, pace: paceSeconds, next_at }));
      if (count === 0 && merge.state !== 'sending')
        throw new Failure('conflict', 'nothing_to_send', 'None of its drafts are left to send.');
      mergeLoop.notify();
      return { merge: mergeData(db, requireMerge(db, accounts, batch)) };
    },
    discard({ batch }, { db, accounts, caller }) {
      const merge = requireMerge(db, accounts, batch);
      const draft_ids = db.transaction(() => {
        if (merge.state === 'making')
          finishDrafting({ write: db, clock }, merge, { cancelled: 'The merge was discarded.' });
        setMergeState(db, merge.id, { state: 'made' });
        return rowsIn(db, merge.id, ['drafted', 'due', 'held_back', 'queued'], -1).flatMap(({ id, draft_id }) => {
          const draft = draft_id === null ? undefined : findDraft(db, draft_id, { accounts, caller });
          if (!draft || openSendOf(db, draft.draft_id) || lastSendOf(db, draft.draft_id)?.state === 'sent') return [];
          if (draft.discarded_at === null) discardDraft({ db, clock }, draft.id);
          setRow(db, id, { state: 'discarded' });
          return [draft.draft_id];
        });
      });
      const { account_id } = merge;
      if (draft_ids.length > 0) queueMicrotask(() => announce({ event: 'DraftsUpdated', account_id, draft_ids }));
      return { merge: mergeData(db, requireMerge(db, accounts, batch)), discarded: draft_ids.length };
    },
  };
}

function withoutDuplicates(draft: Draft, table: Table, requestedColumn: string | undefined) {
  const merged = mergeRows(draft, table, requirePlan(draft, table, requestedColumn));
  return table.rows.map((row, at) => {
    const duplicate = merged[at]?.problems.find(({ kind }) => kind === 'duplicate');
    return { ...row, skipped: duplicate?.message };
  });
}

function contentOf(draft: Draft): DraftContent {
  const keys = Object.keys(emptyDraftContent) as (keyof DraftContent)[];
  return Object.fromEntries(keys.map((key) => [key, draft[key]])) as DraftContent;
}

function mergeData(db: ReadDb, { id, batch, account_id, template, state }: Merge) {
  const counts = countRows(db, id);
  const rows = Object.values(counts).reduce((sum, each) => sum + each, 0);
  return { batch, account_id, subject: template.subject, state, counts: { rows, ...counts } };
}
