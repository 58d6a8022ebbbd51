import { Failure } from '../../base/failure.ts';
import type { Address } from '../../contract/fields.ts';
import { sql, type ReadDb } from '../../store/db.ts';
import { listedFiles, type Draft, type DraftFile } from './drafts.ts';
import { readDraftBlob } from './blobs.ts';
import { parseAddressText } from '../mime/address/address-text.ts';
import { contentIdsIn, renderBody } from '../mime/build/body.ts';
import type { OutgoingMessage, OutgoingBody, OutgoingFile } from '../mime/build/outgoing-message.ts';
import { signatureNamed } from './signatures.ts';

/** The values chosen when a message is built: its Message-ID without brackets, and its date. */
type MessageIdAndDate = { header_id: string; date: Date };

/**
 * Converts a draft to a message that can be serialized. Invalid addresses are omitted, and so are unlisted images
 * that the body does not show. Throws Failure `file_missing` if the content of a file is not stored, and
 * `account_gone` if there is no account to send from.
 */
export function outgoingMessageOf(db: ReadDb, draft: Draft, { header_id, date }: MessageIdAndDate): OutgoingMessage {
  const body = outgoingBodyOf(db, draft);
  return {
    from: senderOf(db, draft),
    to: parseAddressText(draft.to_text).addresses,
    cc: parseAddressText(draft.cc_text).addresses,
    bcc: parseAddressText(draft.bcc_text).addresses,
    subject: draft.subject,
    date,
    header_id,
    in_reply_to: draft.in_reply_to,
    references: draft.references,
    body,
    files: filesToSend(db, draft, body).map((file) => outgoingFileOf(db, file)),
    ...(draft.calendar !== null && { calendar: { method: 'REPLY', ics: icsOf(draft.calendar) } }),
  };
}

/** The body of a draft with its signature. */
export function outgoingBodyOf(
  db: ReadDb,
  { body_kind, body, body_text, signature }: Pick<Draft, 'body_kind' | 'body' | 'body_text' | 'signature'>,
): OutgoingBody {
  if (body_kind === 'html') return { kind: 'html', html: body, text: body_text };
  const record = signature === null ? undefined : signatureNamed(db, signature);
  return { kind: 'markdown', markdown: body, signature: record?.body ?? null };
}

/** The From address: the account's own if the user typed none. The account name is private and is not used. */
function senderOf(db: ReadDb, { from_text, account }: Draft): Address {
  const [from] = parseAddressText(from_text).addresses;
  if (from) return from;
  const own =
    account === null ? undefined : db.get<{ email: string }>(sql`SELECT email FROM accounts WHERE id = ${account}`);
  if (own) return { name: null, email: own.email };
  throw new Failure(
    'conflict',
    'account_gone',
    'The account of this draft was removed. Choose another to send it from.',
  );
}

/** The listed files, and the unlisted files that the body shows. */
function filesToSend(db: ReadDb, { id }: Draft, body: OutgoingBody): DraftFile[] {
  const files = listedFiles(db, id);
  if (files.every(({ position }) => position !== null)) return files;
  const shown = contentIdsIn(renderBody(body).html);
  return files.filter(({ position, cid }) => position !== null || (cid !== null && shown.has(cid.toLowerCase())));
}

function outgoingFileOf(db: ReadDb, { name, mime_type, size, content, cid }: DraftFile): OutgoingFile {
  if (content === null)
    throw new Failure(
      'conflict',
      'file_missing',
      `The file ${name} isn’t here. Remove it from the draft, or attach it again.`,
    );
  return { name, mime_type, size, cid, content: () => readDraftBlob(db, content) };
}

function icsOf(calendar: string): string {
  return (JSON.parse(calendar) as { ics_body: string }).ics_body;
}
