import { Failure } from '../../base/failure.ts';
import { isUuid } from '../../base/ids.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Handlers } from '../../handling.ts';
import { dateWriter } from '../../mail/dates.ts';
import { draftRecordOf } from '../../mail/draft-record.ts';
import { draftNamed, draftOf, recoverDraft, shownDrafts, type Draft, type DraftSight } from '../../mail/drafts.ts';
import type { ReadDb } from '../../store/db.ts';
import { adoptDraft } from './adopting.ts';
import type { draftsRequests } from './contract.ts';
import { discardEverywhere, type RemovalParts } from './removal.ts';
import { saveLocal } from './saving.ts';
import { discardedDrafts } from './store.ts';
import { summaryOf } from './summary.ts';

export type DraftsParts = Pick<RemovalParts, 'clock' | 'providerOf'> & {
  blobs: string;
  announce: (announcement: Announcement) => void;
  /** What lies of an account's drafts on its server may be out of date. */
  onDraft: (account_id: string) => void;
  /** Fetches what of the files of drafts is not here yet. */
  draftFileFetching: { ring: () => void };
  /** Asks an account for a pass, which tells what its server has. */
  wake: (account_id: string) => void;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
};

export function draftsHandlers(parts: DraftsParts): Handlers<typeof draftsRequests> {
  const { clock, announce, onDraft, blobs, draftFileFetching, wake, zone } = parts;
  /** Told once the transaction is through in which it was done. */
  const changed = ({ account_id, draft_id }: Draft) =>
    queueMicrotask(() => {
      announce({ event: 'DraftsUpdated', account_id, draft_ids: [draft_id] });
      onDraft(account_id);
    });
  const summaries = (db: ReadDb, drafts: readonly Draft[]) => {
    const dates = dateWriter(clock.now(), zone);
    return { drafts: drafts.map((draft) => summaryOf(db, draft, dates)) };
  };
  return {
    list: (_input, { db, ...sight }) => summaries(db, shownDrafts(db, sight)),
    get: ({ draft_id }, { db, ...sight }) => ({ draft: draftRecordOf(db, seenDraft(db, draft_id, sight)) }),
    saveLocal(wish, { db, ...sight }) {
      const draft = db.transaction(() => saveLocal({ db, clock }, wish, sight));
      changed(draft);
      return { kind: 'Ack', draft: draftRecordOf(db, draft) };
    },
    async remove({ draft_id }, { db, ...sight }) {
      const draft = wantedDraft(db, draft_id, sight);
      if (draft.discarded_at !== null) return { kind: 'Ack' };
      await discardEverywhere({ ...parts, db }, draft, sight.accounts);
      changed(draft);
      wake(draft.account_id);
      return { kind: 'Ack' };
    },
    discarded: (_input, { db, ...sight }) =>
      summaries(
        db,
        discardedDrafts(db, sight).flatMap((id) => draftOf(db, id) ?? []),
      ),
    recover({ draft_id }, { db, ...sight }) {
      const draft = wantedDraft(db, draft_id, sight);
      if (draft.discarded_at === null) return { kind: 'Ack' };
      recoverDraft(db, draft.id);
      changed(draft);
      return { kind: 'Ack' };
    },
    adopt({ message_id }, { db, ...sight }) {
      const draft = db.transaction(() => adoptDraft({ db, clock, blobs }, message_id, sight));
      draftFileFetching.ring();
      changed(draft);
      return { draft_id: draft.draft_id };
    },
  };
}

function seenDraft(db: ReadDb, draft_id: string, sight: DraftSight): Draft {
  const draft = draftNamed(db, draft_id.toLowerCase(), sight);
  if (draft) return draft;
  throw new Failure('missing', 'not_found', 'There is no such draft. It may have been sent, or thrown away for good.');
}

/** As `seenDraft`, of what is changed: an id that is none is the caller's mistake. Throws Failure `malformed_id` too. */
function wantedDraft(db: ReadDb, draft_id: string, sight: DraftSight): Draft {
  if (!isUuid(draft_id))
    throw new Failure('invalid', 'malformed_id', 'An id is a UUID of the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx.');
  return seenDraft(db, draft_id, sight);
}
