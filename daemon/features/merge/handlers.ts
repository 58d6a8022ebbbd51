import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Handlers } from '../../handling.ts';
import type { Announcement } from '../../contract/events.ts';
import {
  discardDraft,
  draftNamed,
  emptyContent,
  listedFiles,
  type Draft,
  type DraftContent,
} from '../../mail/drafts.ts';
import { startJob } from '../../mail/jobs.ts';
import { openSendOf, lastSendOf } from '../../mail/outbox.ts';
import type { Sending } from '../../mail/sending.ts';
import type { ReadDb } from '../../store/db.ts';
import type { mergeRequests } from './contract.ts';
import { endMaking, type MergeLoop } from './loop.ts';
import { mergedAll } from './merged.ts';
import { planFor, templateNamed } from './template.ts';
import {
  beginSending,
  countRows,
  mergeOf,
  pageOfRows,
  rowsIn,
  saveMerge,
  setMergeState,
  setRow,
  type Merge,
} from './store.ts';
import { readTable, type Table } from './table.ts';

export type MergeParts = {
  clock: Clock;
  announce: (announcement: Announcement) => void;
  merging: Pick<MergeLoop, 'ring' | 'cancel'>;
  sending: Pick<Sending, 'holdSeconds'>;
};

export function mergeHandlers({ clock, announce, merging, sending }: MergeParts): Handlers<typeof mergeRequests> {
  return {
    start({ draft_id, skip_duplicates, ...wish }, { db, accounts, caller }) {
      const draft = templateNamed(db, draft_id, { accounts, caller });
      const account = accounts.find(({ id }) => id === draft.account);
      if (!account)
        throw new Failure(
          'conflict',
          'account_gone',
          'The account of this draft is gone. Choose another for it first.',
        );
      if (listedFiles(db, draft.id).some(({ content }) => content === null))
        throw new Failure(
          'conflict',
          'file_missing',
          'A file of this draft has still to be fetched. Wait until it is here.',
        );
      const table = readTable(wish);
      const { emailColumn } = planFor(draft, table, wish.email_column);
      const rows = skip_duplicates ? withoutDuplicates(draft, table, wish.email_column) : table.rows;
      const job_id = db.transaction(() => {
        const job = startJob({ db, clock }, { kind: 'merge', account: account.id });
        job.progress({ total: rows.length });
        saveMerge(db, {
          batch: job.job_id,
          account,
          draft: draft.id,
          template: contentOf(draft),
          columns: table.columns,
          email_column: emailColumn,
          actor: { origin: caller.origin, token_id: caller.token_id },
          created_at: instantOf(clock.now()),
          rows,
        });
        return job.job_id;
      });
      merging.ring();
      return { batch: job_id, job_id, rows: rows.length };
    },
    get({ batch, limit, offset }, { db, accounts }) {
      const merge = mergeOf(db, accounts, batch);
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
    send({ batch, pace_seconds: pace }, { db, accounts, caller }) {
      const merge = mergeOf(db, accounts, batch);
      if (merge.state === 'making')
        throw new Failure(
          'conflict',
          'merge_running',
          'Its drafts are still being made. Wait until they are, and look at them.',
        );
      const actor = { origin: caller.origin, token_id: caller.token_id };
      const first = new Date(clock.now().getTime() + sending.holdSeconds(actor) * 1000);
      const next_at = instantOf(first);
      const count = db.transaction(() => beginSending(db, merge.id, { actor, pace, next_at }));
      if (count === 0 && merge.state !== 'sending')
        throw new Failure('conflict', 'nothing_to_send', 'None of its drafts is left to be sent.');
      merging.ring();
      return { merge: mergeData(db, mergeOf(db, accounts, batch)) };
    },
    discard({ batch }, { db, accounts, caller }) {
      const merge = mergeOf(db, accounts, batch);
      const draft_ids = db.transaction(() => {
        if (merge.state === 'making')
          endMaking({ write: db, clock }, merge, { cancelled: 'The merge was thrown away.' });
        setMergeState(db, merge.id, { state: 'made' });
        return rowsIn(db, merge.id, ['drafted', 'due', 'held_back', 'queued'], -1).flatMap(({ id, draft_id }) => {
          const draft = draft_id === null ? undefined : draftNamed(db, draft_id, { accounts, caller });
          if (!draft || openSendOf(db, draft.draft_id) || lastSendOf(db, draft.draft_id)?.state === 'sent') return [];
          if (draft.discarded_at === null) discardDraft({ db, clock }, draft.id);
          setRow(db, id, { state: 'discarded' });
          return [draft.draft_id];
        });
      });
      const { account_id } = merge;
      if (draft_ids.length > 0) queueMicrotask(() => announce({ event: 'DraftsUpdated', account_id, draft_ids }));
      return { merge: mergeData(db, mergeOf(db, accounts, batch)), discarded: draft_ids.length };
    },
  };
}

function withoutDuplicates(draft: Draft, table: Table, wanted: string | undefined) {
  const merged = mergedAll(draft, table, planFor(draft, table, wanted));
  return table.rows.map((row, at) => {
    const duplicate = merged[at]?.problems.find(({ kind }) => kind === 'duplicate');
    return { ...row, skipped: duplicate?.message };
  });
}

function contentOf(draft: Draft): DraftContent {
  const keys = Object.keys(emptyContent) as (keyof DraftContent)[];
  return Object.fromEntries(keys.map((key) => [key, draft[key]])) as DraftContent;
}

function mergeData(db: ReadDb, { id, batch, account_id, template, state }: Merge) {
  const counts = countRows(db, id);
  const rows = Object.values(counts).reduce((sum, each) => sum + each, 0);
  return { batch, account_id, subject: template.subject, state, counts: { rows, ...counts } };
}
