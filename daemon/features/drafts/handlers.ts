import { Failure } from '../../base/failure.ts';
import { isUuid } from '../../base/ids.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Handlers } from '../../handler-types.ts';
import { dateFormatter } from '../../mail/lists/date-labels.ts';
import { draftRecordOf } from '../../mail/drafts/record.ts';
import {
  findDraft,
  draftById,
  recoverDraft,
  visibleDrafts,
  type Draft,
  type DraftScope,
} from '../../mail/drafts/drafts.ts';
import type { ReadDb } from '../../store/db.ts';
import { draftFromMessage } from './draft-from-message.ts';
import type { draftsRequests } from './contract.ts';
import { discardEverywhere, type DiscardDeps } from './discard.ts';
import { saveLocal } from './save-local.ts';
import { discardedDrafts } from './store.ts';
import { draftSummaryOf } from './draft-summary.ts';

type DraftsDeps = Pick<DiscardDeps, 'clock' | 'providerOf'> & {
  blobs: string;
  announce: (announcement: Announcement) => void;
  /** The account's drafts on the server may be out of date. */
  onDraft: (account_id: string) => void;
  /** Fetches draft files that are not stored yet. */
  draftFileFetcher: { notify: () => void };
  /** Starts a sync pass of an account, which reads the content of its server. */
  wake: (account_id: string) => void;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
};

export function draftsHandlers(deps: DraftsDeps): Handlers<typeof draftsRequests> {
  const { clock, announce, onDraft, blobs, draftFileFetcher, wake, zone } = deps;
  /** Called after the transaction is committed. */
  const announceChange = ({ account_id, draft_id }: Draft) =>
    queueMicrotask(() => {
      announce({ event: 'DraftsUpdated', account_id, draft_ids: [draft_id] });
      onDraft(account_id);
    });
  const summaries = (db: ReadDb, drafts: readonly Draft[]) => {
    const dates = dateFormatter(clock.now(), zone);
    return { drafts: drafts.map((draft) => draftSummaryOf(db, draft, dates)) };
  };
  return {
    list: (_input, { db, ...scope }) => summaries(db, visibleDrafts(db, scope)),
    get: ({ draft_id }, { db, ...scope }) => ({ draft: draftRecordOf(db, requireDraft(db, draft_id, scope)) }),
    saveLocal(request, { db, ...scope }) {
      const draft = db.transaction(() => saveLocal({ db, clock }, request, scope));
      announceChange(draft);
      return { kind: 'Ack', draft: draftRecordOf(db, draft) };
    },
    async remove({ draft_id }, { db, ...scope }) {
      const draft = requireDraftToChange(db, draft_id, scope);
      if (draft.discarded_at !== null) return { kind: 'Ack' };
      await discardEverywhere({ ...deps, db }, draft, scope.accounts);
      announceChange(draft);
      wake(draft.account_id);
      return { kind: 'Ack' };
    },
    discarded: (_input, { db, ...scope }) =>
      summaries(
        db,
        discardedDrafts(db, scope).flatMap((id) => draftById(db, id) ?? []),
      ),
    recover({ draft_id }, { db, ...scope }) {
      const draft = requireDraftToChange(db, draft_id, scope);
      if (draft.discarded_at === null) return { kind: 'Ack' };
      recoverDraft(db, draft.id);
      announceChange(draft);
      return { kind: 'Ack' };
    },
    createFromMessage({ message_id }, { db, ...scope }) {
      const draft = db.transaction(() => draftFromMessage({ db, clock, blobs }, message_id, scope));
      draftFileFetcher.notify();
      announceChange(draft);
      return { draft_id: draft.draft_id };
    },
  };
}

function requireDraft(db: ReadDb, draft_id: string, scope: DraftScope): Draft {
  const draft = findDraft(db, draft_id.toLowerCase(), scope);
  if (draft) return draft;
  throw new Failure('missing', 'not_found', 'There is no such draft. It may have been sent or permanently deleted.');
}

/**
 * Like `requireDraft`, for requests that change a draft: an invalid id is an error of the caller. Also throws Failure
 * `malformed_id`.
 */
function requireDraftToChange(db: ReadDb, draft_id: string, scope: DraftScope): Draft {
  if (!isUuid(draft_id))
    throw new Failure('invalid', 'malformed_id', 'An id is a UUID of the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx.');
  return requireDraft(db, draft_id, scope);
}
