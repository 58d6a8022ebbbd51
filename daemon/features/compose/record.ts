import type { z } from 'zod';
import type { composeFile, composeSession } from '../../contract/draft.ts';
import { dateWriter } from '../../mail/dates.ts';
import { letterBody } from '../../mail/draft-letter.ts';
import type { Draft, DraftFile } from '../../mail/drafts.ts';
import { messagesByIds, shownInstant } from '../../mail/messages.ts';
import { writeAddressText } from '../../mail/mime/address-text.ts';
import { shownHtml } from '../../mail/mime/build/body.ts';
import { signatureNamed } from '../../mail/signatures.ts';
import { draftFiles, filePath } from '../../mail/writing/files.ts';
import { allOwnAddresses } from '../../mail/writing/original.ts';
import { bodyLine, writeRaw, type Frontmatter } from '../../mail/writing/raw.ts';
import type { ReadDb } from '../../store/db.ts';
import { issuesOf } from './issues.ts';
import type { Writing } from './session.ts';

export type RecordParts = {
  now: Date;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
  /** What the owner writes with on the command line. */
  editor: string;
};

type SessionRecord = z.input<typeof composeSession>;

/** A session on the wire, as every call but the opening ones gives it. */
export function sessionRecord(
  db: ReadDb,
  { session, draft }: Writing,
  parts: Omit<RecordParts, 'editor'>,
): SessionRecord {
  const files = draftFiles(db, draft.id);
  const hasSignature = draft.signature === null || signatureNamed(db, draft.signature) !== undefined;
  const frontmatter = frontmatterOf(draft, files);
  const source = draft.source === null ? undefined : messagesByIds(db, [draft.source])[0];
  const when = source && dateWriter(parts.now, parts.zone).labels(shownInstant(source)).date_full;
  const from = source && writeAddressText([{ name: source.from_name, email: source.from_email }]);
  const context = source ? [`From: ${from}`, `Date: ${when}`, `Subject: ${source.subject}`] : [];
  return {
    draftPath: session.session_id,
    rawContent: writeRaw({ frontmatter, body: draft.body, context }),
    frontmatter,
    bodyMarkdown: draft.body,
    // What is sent. No session writes a draft that is HTML.
    previewHtml: shownHtml(letterBody(db, draft)),
    issues: issuesOf({ draft, files, own: allOwnAddresses(db), hasSignature }),
    draftId: draft.draft_id,
    revision: draft.revision,
    savedAt: draft.updated_at,
    files: files.map(fileRecord),
    sourceMessageId: source?.message_id ?? null,
  };
}

/** A session as it is opened: besides, what an editor needs to begin. */
export function openedRecord(db: ReadDb, writing: Writing, { editor, ...parts }: RecordParts): SessionRecord {
  const record = sessionRecord(db, writing, parts);
  return {
    ...record,
    cursorLine: bodyLine(record.rawContent),
    accountId: writing.draft.account_id,
    kind: writing.session.kind,
    editorCommand: editor,
  };
}

export function fileRecord(file: DraftFile): z.input<typeof composeFile> {
  return {
    path: filePath(file),
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
    attach: files.filter(({ position }) => position !== null).map(filePath),
    ...(signature !== null && { signature }),
  };
}
