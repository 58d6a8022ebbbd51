import type { Announcement } from '../../contract/events.ts';
import type { Handlers } from '../../handling.ts';
import type { Draft } from '../../mail/drafts.ts';
import type { Sending } from '../../mail/sending.ts';
import { suggestedPeople } from './collaborators.ts';
import type { composeRequests } from './contract.ts';
import { discardWriting, restoreWriting, saveWriting } from './ending.ts';
import { fileContent } from './file-content.ts';
import type { FileFetching } from './fetching.ts';
import { openWriting, type InviteAnswers, type OpenParts } from './opening.ts';
import { fileRecord, openedRecord, sessionRecord } from './record.ts';
import { accountToSend, sendWriting, type ReceiptWriter } from './send.ts';
import { openWritings, writingNamed } from './session.ts';
import { changeWriting } from './update.ts';
import { decodedFile, takeFile } from './upload.ts';

export type ComposeParts = Omit<OpenParts, 'inviteAnswers'> & {
  inviteAnswers: InviteAnswers;
  announce: (announcement: Announcement) => void;
  sending: Sending;
  /** Fetches what of forwarded files is not here yet. */
  draftFileFetching: FileFetching;
  /** Has the account's drafts be looked at: one that lies on the server has changed. */
  onDraft: (account_id: string) => void;
  receiptOf: ReceiptWriter;
  /** What the owner writes with on the command line. */
  editor: () => string;
};

export function composeHandlers(parts: ComposeParts): Handlers<typeof composeRequests> {
  const { clock, zone, sending, draftFileFetching } = parts;
  const making = () => ({ now: clock.now(), zone, editor: parts.editor() });
  /** Told once the transaction is through in which it was done. */
  const changed = ({ account_id, draft_id }: Pick<Draft, 'account_id' | 'draft_id'>) =>
    queueMicrotask(() => {
      parts.announce({ event: 'DraftsUpdated', account_id, draft_ids: [draft_id] });
      parts.onDraft(account_id);
    });
  return {
    open(wish, { db, caller, accounts }) {
      const writing = db.transaction(() => openWriting(parts, { db, caller, accounts }, wish));
      changed(writing.draft);
      draftFileFetching.ring();
      return { session: openedRecord(db, writing, making()) };
    },
    refresh: ({ draft_path }, { db, ...call }) => ({
      session: sessionRecord(db, writingNamed(db, draft_path, call), making()),
    }),
    sessions: (_input, { db, ...call }) => ({
      sessions: openWritings(db, call).map((writing) => openedRecord(db, writing, making())),
    }),
    restore({ draft_id }, { db, ...call }) {
      const writing = db.transaction(() => restoreWriting({ db, clock }, draft_id, call));
      return { session: openedRecord(db, writing, making()) };
    },
    update({ draft_path, ...change }, { db, ...call }) {
      const record = (writing: Parameters<typeof sessionRecord>[1]) => sessionRecord(db, writing, making());
      const before = writingNamed(db, draft_path, call);
      const writing = db.transaction(() => changeWriting({ db, clock, record }, before, change));
      if (writing.draft.revision !== before.draft.revision) changed(writing.draft);
      return { session: record(writing) };
    },
    async send({ draft_path, ...wish }, { db, ...call }) {
      const { draft } = writingNamed(db, draft_path, call);
      await draftFileFetching.settled(draft.id);
      return sendWriting({ ...parts, db, changed }, draft_path, wish, call);
    },
    save({ draft_path, ...wish }, { db, ...call }) {
      const draft = db.transaction(() => saveWriting({ db, clock }, writingNamed(db, draft_path, call), wish, call));
      changed(draft);
      return { ok: true, draft_id: draft.draft_id };
    },
    async attach({ draft_path, filename, content_base64, inline }, { db, ...call }) {
      const content = decodedFile(content_base64);
      return fileRecord(await takeFile({ db, clock }, { draft_path, call, filename, content, inline }));
    },
    async upload({ draft_path, filename, type, inline, content }, { db, ...call }) {
      const wish = { draft_path, call, filename, type, content, inline: inline === 'true' };
      return fileRecord(await takeFile({ db, clock }, wish));
    },
    file: ({ draft_path, path }, { db, ...call }) => fileContent(db, writingNamed(db, draft_path, call), path),
    collaborators: ({ draft_path }, { db, ...call }) => ({
      suggestions: suggestedPeople(db, writingNamed(db, draft_path, call).draft),
    }),
    safetyCheck({ draft_path, account_id, send_at }, { db, ...call }) {
      const { draft: written } = writingNamed(db, draft_path, call);
      const account = accountToSend(db, written, { account_id }, call);
      const draft = { ...written, account: account.id, account_id: account.account_id };
      const when = send_at === undefined ? {} : { send_at: new Date(send_at) };
      return { report: sending.check(db, draft, { actor: call.caller, ...when }) };
    },
    discard({ draft_path }, { db, ...call }) {
      changed(db.transaction(() => discardWriting({ db, clock }, writingNamed(db, draft_path, call))));
      return { ok: true };
    },
  };
}
