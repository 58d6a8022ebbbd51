import type { Announcement } from '../../contract/events.ts';
import type { Handlers } from '../../handler-types.ts';
import type { Draft } from '../../mail/drafts/drafts.ts';
import type { SendingService } from '../../mail/outbox/sending-service.ts';
import { suggestRecipients } from './collaborators.ts';
import type { composeRequests } from './contract.ts';
import { discardComposition, restoreComposition, saveComposition } from './end-session.ts';
import { fileContent } from './file-content.ts';
import type { ForwardedFileFetcher } from '../../mail/drafts/forwarded-file-fetcher.ts';
import { openComposition, type InviteAnswers, type OpenDeps } from './open-session.ts';
import { fileRecord, openedSessionRecord, sessionRecord } from './session-record.ts';
import { accountToSend, sendComposition, type ReceiptWriter } from './send-composition.ts';
import { openCompositions, requireComposition } from './session.ts';
import { updateComposition } from './update-composition.ts';
import { decodeBase64File, attachFile } from './attach-file.ts';
import { saveUpload, uploadRecord } from './save-upload.ts';
import { sendMessage } from './single-send.ts';
import { removeOldUploads } from '../../mail/drafts/uploads.ts';

type ComposeDeps = Omit<OpenDeps, 'inviteAnswers'> & {
  inviteAnswers: InviteAnswers;
  announce: (announcement: Announcement) => void;
  sending: SendingService;
  /** Fetches the forwarded files that are not stored yet. */
  draftFileFetcher: ForwardedFileFetcher;
  /** Wakes the draft loop of the account, because a draft that is also on the server changed. */
  onDraft: (account_id: string) => void;
  receiptOf: ReceiptWriter;
  /** The user's editor on the command line. */
  editor: () => string;
};

export function composeHandlers(deps: ComposeDeps): Handlers<typeof composeRequests> {
  const { clock, zone, sending, draftFileFetcher } = deps;
  const recordOptions = () => ({ now: clock.now(), zone, editor: deps.editor() });
  /** Called after the transaction is committed. */
  const announceChange = ({ account_id, draft_id }: Pick<Draft, 'account_id' | 'draft_id'>) =>
    queueMicrotask(() => {
      deps.announce({ event: 'DraftsUpdated', account_id, draft_ids: [draft_id] });
      deps.onDraft(account_id);
    });
  return {
    open(options, { db, caller, accounts }) {
      const composition = db.transaction(() => openComposition(deps, { db, caller, accounts }, options));
      announceChange(composition.draft);
      draftFileFetcher.notify();
      return { session: openedSessionRecord(db, composition, recordOptions()) };
    },
    refresh: ({ draft_path }, { db, ...call }) => ({
      session: sessionRecord(db, requireComposition(db, draft_path, call), recordOptions()),
    }),
    sessions: (_input, { db, ...call }) => ({
      sessions: openCompositions(db, call).map((composition) => openedSessionRecord(db, composition, recordOptions())),
    }),
    restore({ draft_id }, { db, ...call }) {
      const composition = db.transaction(() => restoreComposition({ db, clock }, draft_id, call));
      return { session: openedSessionRecord(db, composition, recordOptions()) };
    },
    update({ draft_path, ...change }, { db, ...call }) {
      const recordOf = (composition: Parameters<typeof sessionRecord>[1]) =>
        sessionRecord(db, composition, recordOptions());
      const previous = requireComposition(db, draft_path, call);
      const updateDeps = { db, clock, recordOf, actor: call.caller };
      const composition = db.transaction(() => updateComposition(updateDeps, previous, change));
      if (composition.draft.revision !== previous.draft.revision) announceChange(composition.draft);
      return { session: recordOf(composition) };
    },
    sendMessage: (input, { db, caller, accounts }) =>
      sendMessage({ ...deps, announceChange }, input, { db, caller, accounts }),
    async uploadFile({ filename, type, content }, { db, caller }) {
      removeOldUploads(db, clock.now());
      return uploadRecord(await saveUpload({ db, clock }, { filename, type, content, actor: caller }));
    },
    async send({ draft_path, ...options }, { db, ...call }) {
      const { draft } = requireComposition(db, draft_path, call);
      await draftFileFetcher.waitForFiles(draft.id);
      return sendComposition({ ...deps, db, announceChange }, draft_path, options, call);
    },
    save({ draft_path, ...options }, { db, ...call }) {
      const draft = db.transaction(() =>
        saveComposition({ db, clock }, requireComposition(db, draft_path, call), options, call),
      );
      announceChange(draft);
      return { ok: true, draft_id: draft.draft_id };
    },
    async attach({ draft_path, filename, content_base64, inline }, { db, ...call }) {
      const content = decodeBase64File(content_base64);
      return fileRecord(await attachFile({ db, clock }, { draft_path, call, filename, content, inline }));
    },
    async upload({ draft_path, filename, type, inline, content }, { db, ...call }) {
      const options = { draft_path, call, filename, type, content, inline: inline === 'true' };
      return fileRecord(await attachFile({ db, clock }, options));
    },
    file: ({ draft_path, path }, { db, ...call }) => fileContent(db, requireComposition(db, draft_path, call), path),
    collaborators: ({ draft_path }, { db, ...call }) => ({
      suggestions: suggestRecipients(db, requireComposition(db, draft_path, call).draft),
    }),
    safetyCheck({ draft_path, account_id, send_at }, { db, ...call }) {
      const { draft: current } = requireComposition(db, draft_path, call);
      const account = accountToSend(db, current, { account_id }, call);
      const draft = { ...current, account: account.id, account_id: account.account_id };
      const schedule = send_at === undefined ? {} : { send_at: new Date(send_at) };
      return { report: sending.check(db, draft, { actor: call.caller, ...schedule }) };
    },
    discard({ draft_path }, { db, ...call }) {
      announceChange(db.transaction(() => discardComposition({ db, clock }, requireComposition(db, draft_path, call))));
      return { ok: true };
    },
  };
}
