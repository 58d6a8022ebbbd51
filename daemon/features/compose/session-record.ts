import type { z } from 'zod';
import type { composeFile, composeSession } from '../../contract/draft.ts';
import { dateFormatter } from '../../mail/lists/date-labels.ts';
import { outgoingBodyOf } from '../../mail/drafts/outgoing-message.ts';
import type { Draft, DraftFile } from '../../mail/drafts/drafts.ts';
import { messagesByIds, displayInstant } from '../../mail/messages/messages.ts';
import { formatAddressText } from '../../mail/mime/address/address-text.ts';
import { renderBodyHtml } from '../../mail/mime/build/body.ts';
import { signatureNamed } from '../../mail/drafts/signatures.ts';
import { draftFiles, draftFilePath } from '../../mail/compose/draft-files.ts';
import { allOwnAddresses } from '../../mail/compose/original-message.ts';
import { bodyLineNumber, writeRawDraft, type Frontmatter } from '../../mail/compose/raw-draft.ts';
import type { ReadDb } from '../../store/db.ts';
import { issuesOf } from './issues.ts';
import type { Composition } from './session.ts';

type RecordOptions = {
  now: Date;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
  /** The user's editor on the command line. */
  editor: string;
};

type SessionRecord = z.input<typeof composeSession>;

/** A session on the wire, as every call except the opening ones returns it. */
export function sessionRecord(
  db: ReadDb,
  { session, draft }: Composition,
  options: Omit<RecordOptions, 'editor'>,
): SessionRecord {
  const files = draftFiles(db, draft.id);
  const hasSignature = draft.signature === null || signatureNamed(db, draft.signature) !== undefined;
  const frontmatter = frontmatterOf(draft, files);
  const source = draft.source === null ? undefined : messagesByIds(db, [draft.source])[0];
  const when = source && dateFormatter(options.now, options.zone).labels(displayInstant(source)).date_full;
  const from = source && formatAddressText([{ name: source.from_name, email: source.from_email }]);
  const context = source ? [`From: ${from}`, `Date: ${when}`, `Subject: ${source.subject}`] : [];
  return {
    draftPath: session.session_id,
    rawContent: writeRawDraft({ frontmatter, body: draft.body, context }),
    frontmatter,
    bodyMarkdown: draft.body,
    // The HTML that will be sent. A session never writes an HTML draft.
    previewHtml: renderBodyHtml(outgoingBodyOf(db, draft)),
    issues: issuesOf({ draft, files, ownAddresses: allOwnAddresses(db), hasSignature }),
    draftId: draft.draft_id,
    revision: draft.revision,
    savedAt: draft.updated_at,
    files: files.map(fileRecord),
    sourceMessageId: source?.message_id ?? null,
  };
}

/** A session as it is opened, with what an editor needs to start. */
export function openedSessionRecord(
  db: ReadDb,
  composition: Composition,
  { editor, ...options }: RecordOptions,
): SessionRecord {
  const record = sessionRecord(db, composition, options);
  return {
    ...record,
    cursorLine: bodyLineNumber(record.rawContent),
    accountId: composition.draft.account_id,
    kind: composition.session.kind,
    editorCommand: editor,
  };
}

export function fileRecord(file: DraftFile): z.input<typeof composeFile> {
  return {
    path: draftFilePath(file),
    filename: file.name,
    mime_type: file.mime_type,
    size_bytes: file.size,
    cid: file.cid,
    listed: file.position !== null,
    ready: file.content !== null,
  };
}

function frontmatterOf(draft: Draft, files: readonly DraftFile[]): Frontmatter {
  const { to_text, cc_text, bcc_text, subject, from_text, in_reply_to, references, thread_id, intent, signature } =
    draft;
  return {
    to: to_text,
    cc: cc_text,
    bcc: bcc_text,
    subject,
    from: from_text,
    ...(in_reply_to !== null && { 'in-reply-to': in_reply_to }),
    ...(references.length > 0 && { references }),
    ...(thread_id !== null && { 'thread-id': thread_id }),
    ...(intent !== 'new' && { intent }),
    attach: files.filter(({ position }) => position !== null).map(draftFilePath),
    ...(signature !== null && { signature }),
  };
}
