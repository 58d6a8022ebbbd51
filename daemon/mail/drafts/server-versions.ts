import { sql, type ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Actor } from '../mutations/apply.ts';
import { storedAttachments } from '../attachments/attachments.ts';
import { saveDraftVersion, type DraftVersion } from './server-links.ts';
import {
  addDraft,
  changeDraft,
  draftById,
  listedFiles,
  touchDraft,
  type Draft,
  type DraftContent,
  type DraftFile,
  type DraftDeps,
} from './drafts.ts';
import { isRichHtml } from '../html/rich-html.ts';
import { recipientsOf, type Message } from '../messages/messages.ts';
import { formatAddressText } from '../mime/address/address-text.ts';
import { headerFields } from '../mime/headers/headers.ts';
import { readBody } from '../mime/read-body.ts';
import { readSource } from '../sources/source.ts';
import { addDraftFile, type NewDraftFile } from '../compose/draft-files.ts';

/** The header field in which a version on the server names its draft. */
export const draftHeaderName = 'X-Posthorn-Draft';

/** The parsed content of a version on the server. Its files are copied from the message when it becomes a draft. */
type ParsedDraftVersion = {
  content: Pick<
    DraftContent,
    | 'from_text'
    | 'to_text'
    | 'cc_text'
    | 'bcc_text'
    | 'subject'
    | 'body_kind'
    | 'body'
    | 'body_text'
    | 'intent'
    | 'in_reply_to'
    | 'references'
    | 'thread_id'
    | 'signature'
  >;
  files: NewDraftFile[];
};

/**
 * Parses a message in a Drafts folder as a draft: its plain text as Markdown, or its HTML if that is richer.
 * Undefined if only its headers are stored. Throws Failure `source_damaged`.
 */
export function parseDraftVersion(db: ReadDb, blobs: string, message: Message): ParsedDraftVersion | undefined {
  const source = readSource(db, blobs, message.id);
  if (!source) return undefined;
  const { to, cc, bcc } = recipientsOf(message);
  const body = bodyOf(source, message);
  const from = message.from_email === '' ? [] : [{ name: message.from_name, email: message.from_email }];
  const isReply = message.in_reply_to !== null;
  return {
    content: {
      from_text: formatAddressText(from),
      to_text: formatAddressText(to),
      cc_text: formatAddressText(cc),
      bcc_text: formatAddressText(bcc),
      subject: message.subject,
      ...body,
      intent: isReply ? 'reply' : 'new',
      in_reply_to: message.in_reply_to,
      references: JSON.parse(message.reference_ids) as string[],
      thread_id: isReply ? message.thread_id : null,
      // The text already contains the signature.
      signature: null,
    },
    files: filesOf(db, message, body),
  };
}

/** Creates a draft from a version that another program wrote, and links the two. Call it in a transaction. */
export function createDraftFromVersion(
  deps: DraftDeps,
  { content, files }: ParsedDraftVersion,
  { account, actor, version }: { account: Pick<Account, 'id' | 'account_id'>; actor: Actor; version: DraftVersion },
): Draft {
  const source = content.in_reply_to === null ? null : findAnsweredMessage(deps.db, account.id, content.in_reply_to);
  const draft = addDraft(deps, { ...content, source, account, actor });
  for (const file of files) addDraftFile(deps, draft.id, file);
  saveDraftVersion(deps.db, { draft: draft.id, account: account.id }, version, draft.revision);
  return draft;
}

/**
 * Replaces the content of a draft by that of a version, and links them. The message that the draft replies to stays.
 * Call it in a transaction.
 */
export function updateDraftFromVersion(
  deps: DraftDeps,
  { content, files }: ParsedDraftVersion,
  { draft, account, version }: { draft: Draft; account: Pick<Account, 'id'>; version: DraftVersion },
): void {
  const { intent: _, in_reply_to: __, references: ___, thread_id: ____, ...editableContent } = content;
  // Only the owner has another mail program.
  changeDraft(deps, draft, { change: editableContent, actor: { origin: 'daemon' } });
  if (!hasSameFiles(listedFiles(deps.db, draft.id), files)) {
    deps.db.run(sql`DELETE FROM draft_files WHERE draft = ${draft.id}`);
    for (const file of files) addDraftFile(deps, draft.id, file);
    touchDraft(deps, draft.id);
  }
  const revision = draftById(deps.db, draft.id)?.revision ?? draft.revision;
  saveDraftVersion(deps.db, { draft: draft.id, account: account.id }, version, revision);
}

/** The draft id in a version's header, if there is one. */
export function draftIdInMessage(db: ReadDb, blobs: string, message: number): string | undefined {
  const source = readSource(db, blobs, message);
  return source && draftIdHeaderOf(source);
}

type Body = Pick<DraftContent, 'body_kind' | 'body' | 'body_text'>;

function bodyOf(source: Uint8Array, { header_id }: Pick<Message, 'header_id'>): Body {
  const { html, text, origin } = readBody(source);
  const isText = html === undefined || html.trim() === '' || (origin === 'exact' && !hasFormatting(html));
  if (isText || isOwnVersion(source, header_id))
    return { body_kind: 'markdown', body: text.trimEnd(), body_text: null };
  return { body_kind: 'html', body: html, body_text: text.trim() === '' ? null : text };
}

function hasFormatting(html: string): boolean {
  return isRichHtml(html) || /<(?:b|strong|i|em|u|s|strike|del|sub|sup)\b[^>]*>/i.test(html);
}

/** The plain text of a version by Posthorn is its Markdown. A program that edits the version changes its Message-ID. */
function isOwnVersion(source: Uint8Array, header_id: string | null): boolean {
  const draft_id = draftIdHeaderOf(source);
  return draft_id !== undefined && header_id?.toLowerCase().startsWith(`${draft_id}.`) === true;
}

function draftIdHeaderOf(source: Uint8Array): string | undefined {
  return headerFields(source)
    .find(([name]) => name.toLowerCase() === draftHeaderName.toLowerCase())?.[1]
    .toLowerCase();
}

function filesOf(db: ReadDb, message: Message, { body_kind, body }: Body): NewDraftFile[] {
  let position = 0;
  return storedAttachments(db, message).map(({ attachment_id, filename, mime_type, size, content_id }) => {
    const isShown = content_id !== null && body.includes(`cid:${content_id}`);
    return {
      name: filename,
      mime_type,
      size,
      content: null,
      fetch_from: { message_id: message.message_id, attachment_id },
      cid: isShown || (content_id !== null && body_kind === 'html') ? content_id : null,
      position: isShown ? null : position++,
    };
  });
}

function hasSameFiles(current: readonly DraftFile[], parsed: readonly NewDraftFile[]): boolean {
  const key = ({ name, size, cid = null }: Pick<NewDraftFile, 'name' | 'size' | 'cid'>) =>
    JSON.stringify([name, size, cid]);
  return current.map(key).sort().join() === parsed.map(key).sort().join();
}

function findAnsweredMessage(db: ReadDb, account: number, header_id: string): number | null {
  // The unary plus keeps SQLite from scanning all messages of the account.
  const found = db.get<{ id: number }>(sql`
    SELECT id FROM messages WHERE header_id = ${header_id} COLLATE NOCASE AND +account = ${account}`);
  return found?.id ?? null;
}
