import type { z } from 'zod';
import { Failure } from '../../base/failure.ts';
import { isUuid } from '../../base/ids.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { draftStateOf } from '../../mail/drafts/record.ts';
import {
  addDraft,
  changeDraft,
  findDraft,
  draftById,
  saveDraft,
  touchDraft,
  type Draft,
  type DraftContent,
  type DraftDeps,
  type DraftScope,
} from '../../mail/drafts/drafts.ts';
import { parseAddressText, formatAddressText } from '../../mail/mime/address/address-text.ts';
import { fileIdsOfPaths, setListedFiles, setInlineFiles } from '../../mail/compose/draft-files.ts';
import type { ReadDb } from '../../store/db.ts';
import type { draftsRequests } from './contract.ts';
import { isDraftId } from './store.ts';

type SaveLocalRequest = z.output<typeof draftsRequests.saveLocal.input>;
type SaveScope = Pick<DraftScope, 'caller'> & { accounts: readonly Pick<Account, 'id' | 'account_id'>[] };
type TypedAddress = { name?: string | null | undefined; email: string };

/**
 * Stores a draft: creates it if the id is new, else updates it. Call it in a transaction. Throws Failure `malformed_id`,
 * `id_taken`, `bad_address`, `bad_reference`, `two_bodies`, `body_fixed`, `account_fixed`, `draft_discarded`,
 * `draft_on_its_way`, `file_not_uploaded`.
 */
export function saveLocal(deps: DraftDeps, request: SaveLocalRequest, scope: SaveScope): Draft {
  const { db } = deps;
  const draft_id = request.id.toLowerCase();
  if (!isUuid(draft_id)) throw malformedId();
  const existing = findDraft(db, draft_id, scope);
  if (!existing && isDraftId(db, draft_id)) throw idTaken();
  const content = contentOf(request, existing);
  const listedIds = fileIdsOfPaths(db, existing?.id, request.attachments);
  const inlineFiles = inlineFilesOf(db, existing?.id, request.inline_assets);
  if (!existing) return newDraft(deps, { ...content, draft_id }, request, scope);
  requireChangeable(db, existing, request);
  changeDraft(deps, existing, { change: content, actor: scope.caller });
  const isListChanged = setListedFiles(db, existing.id, listedIds);
  const areInlineFilesChanged = inlineFiles !== undefined && setInlineFiles(db, existing.id, inlineFiles);
  if (isListChanged || areInlineFilesChanged) touchDraft(deps, existing.id);
  saveDraft(db, existing.id);
  return draftById(db, existing.id) ?? existing;
}

/** Refuses a change of a queued draft. Throws Failure `draft_on_its_way`. */
export function requireNotQueued(db: ReadDb, { draft_id }: Draft): void {
  const state = draftStateOf(db, draft_id);
  if (state === 'draft' || state === 'failed') return;
  const message = {
    queued: 'This draft is waiting to be sent. Cancel sending first.',
    sending: 'This draft is being sent.',
    sent: 'This draft has been sent.',
    unknown: 'We couldn’t confirm that this draft was sent. Resolve it in the outbox first.',
  }[state];
  throw new Failure('conflict', 'draft_on_its_way', message, { state });
}

function newDraft(
  deps: DraftDeps,
  content: Partial<DraftContent> & { draft_id: string },
  { account_id, created_at }: SaveLocalRequest,
  { accounts, caller }: SaveScope,
): Draft {
  const account = accounts.find((each) => each.account_id === account_id.toLowerCase());
  if (!account) throw new Failure('missing', 'not_found', 'There is no such account.');
  return addDraft(deps, { ...content, account, actor: caller, ...(created_at && { created_at }) });
}

function requireChangeable(db: ReadDb, draft: Draft, { account_id, body_markdown, body_html }: SaveLocalRequest): void {
  requireNotQueued(db, draft);
  if (draft.discarded_at !== null)
    throw new Failure('conflict', 'draft_discarded', 'This draft was discarded. Restore it to change it.');
  if (draft.account_id !== account_id.toLowerCase())
    throw new Failure(
      'conflict',
      'account_fixed',
      'A draft stays with the account it was written in. Store it under a new id to have it in another.',
    );
  const bodyKind = isText(body_html) ? 'html' : isText(body_markdown) ? 'markdown' : draft.body_kind;
  if (bodyKind === draft.body_kind) return;
  throw new Failure(
    'conflict',
    'body_fixed',
    `This draft is written in ${draft.body_kind === 'html' ? 'HTML' : 'Markdown'} and stays so. Store it under a new id to have it in the other.`,
  );
}

function contentOf(request: SaveLocalRequest, existing: Draft | undefined): Partial<DraftContent> {
  const { from, to, cc, bcc, subject, intent, reply_headers, inline_calendar_reply } = request;
  return {
    from_text: addressLine(from ? [from] : []),
    to_text: addressLine(to),
    cc_text: addressLine(cc),
    bcc_text: addressLine(bcc),
    subject: oneLine(subject),
    ...bodyOf(request, existing),
    ...(intent && { intent }),
    ...replyFields(reply_headers),
    ...(inline_calendar_reply !== undefined && {
      calendar: inline_calendar_reply === null ? null : JSON.stringify(inline_calendar_reply),
    }),
  };
}

function bodyOf(
  { body_markdown, body_html, body_text }: SaveLocalRequest,
  existing: Draft | undefined,
): Partial<DraftContent> {
  if (isText(body_markdown) && isText(body_html))
    throw new Failure('invalid', 'two_bodies', 'A draft has one body: give body_markdown or body_html, not both.');
  const text = body_text?.toWellFormed() ?? null;
  if (isText(body_html)) return { body_kind: 'html', body: body_html.toWellFormed(), body_text: text };
  if (isText(body_markdown)) return { body_kind: 'markdown', body: body_markdown.toWellFormed() };
  return existing?.body_kind === 'html' && text !== null ? { body_text: text } : {};
}

/** Unlike null and undefined, an empty string is a text. */
function isText(text: string | null | undefined): text is string {
  return typeof text === 'string';
}

/** Omitted fields stay; null removes a field. */
function replyFields(headers: SaveLocalRequest['reply_headers']): Partial<DraftContent> {
  if (headers === undefined) return {};
  if (headers === null) return { in_reply_to: null, references: [], thread_id: null };
  const { in_reply_to, references = [], thread_id = null } = headers;
  if (thread_id !== null && !isUuid(thread_id)) throw malformedId();
  return {
    in_reply_to: bareMessageId(in_reply_to),
    references: references.map(bareMessageId),
    thread_id: thread_id?.toLowerCase() ?? null,
  };
}

function bareMessageId(header_id: string): string {
  const bare = header_id.trim().replace(/^<(.*)>$/s, '$1');
  if (/^[^\s<>\p{Cc}]{1,900}$/u.test(bare)) return bare;
  throw new Failure(
    'invalid',
    'bad_reference',
    'in_reply_to and references hold Message-IDs such as letter-1@example.org.',
  );
}

/**
 * The addresses as a user types them. Incomplete addresses stay as they are; text that would parse into other addresses is
 * refused.
 */
function addressLine(typed: readonly TypedAddress[]): string {
  const entries = typed.map((each) => ({ name: oneLine(each.name ?? '').trim(), email: oneLine(each.email).trim() }));
  const line = entries
    .map(addressText)
    .join('')
    .replace(/[,;] $/, '');
  const { addresses, invalid } = parseAddressText(line);
  const parsed = new Set([...addresses.map(({ email }) => email), ...invalid].map(toLower));
  const requested = new Set(entries.map(({ name, email }) => toLower(email || name)).filter(Boolean));
  const mismatch =
    [...requested].find((email) => !parsed.has(email)) ?? [...parsed].find((email) => !requested.has(email));
  if (mismatch === undefined) return line;
  throw new Failure(
    'invalid',
    'bad_address',
    `"${mismatch.slice(0, 200)}" is no single address. Give one address an entry.`,
  );
}

/** With its separator: after a comma, an incomplete address could be read as the beginning of a name. */
function addressText({ name, email }: { name: string; email: string }): string {
  const text = email === '' ? '' : formatAddressText([{ name: name || null, email }]);
  if (parseAddressText(text).addresses.length === 1) return `${text}, `;
  const incomplete = email || name;
  return incomplete === '' ? '' : `${incomplete}; `;
}

function inlineFilesOf(db: ReadDb, draft: number | undefined, assets: SaveLocalRequest['inline_assets']) {
  return assets?.map(({ cid, path }) => {
    if (!/^[^\s<>"\p{Cc}]{1,200}$/u.test(cid))
      throw new Failure('invalid', 'bad_cid', 'A cid is one word, without spaces, quotes or angle brackets.');
    return { cid, file_id: fileIdsOfPaths(db, draft, [path])[0] ?? '' };
  });
}

function oneLine(text: string): string {
  return text.toWellFormed().replaceAll(/\p{Cc}+/gu, ' ');
}

function toLower(text: string): string {
  return text.toLowerCase();
}

function malformedId(): Failure {
  return new Failure('invalid', 'malformed_id', 'An id is a UUID of the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx.');
}

function idTaken(): Failure {
  return new Failure('conflict', 'id_taken', 'This id is already used. Choose another.');
}
