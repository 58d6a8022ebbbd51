import type { z } from 'zod';
import { Failure } from '../../base/failure.ts';
import { isUuid } from '../../base/ids.ts';
import type { Account } from '../../mail/accounts.ts';
import { draftStateOf } from '../../mail/draft-record.ts';
import {
  addDraft,
  changeDraft,
  draftNamed,
  draftOf,
  saveDraft,
  touchDraft,
  type Draft,
  type DraftContent,
  type DraftParts,
  type DraftSight,
} from '../../mail/drafts.ts';
import { readAddressText, writeAddressText } from '../../mail/mime/address-text.ts';
import { filesNamed, listFiles, nameShownFiles } from '../../mail/writing/files.ts';
import type { ReadDb } from '../../store/db.ts';
import type { draftsRequests } from './contract.ts';
import { isDraftId } from './store.ts';

type Wish = z.output<typeof draftsRequests.saveLocal.input>;
type SaverSight = Pick<DraftSight, 'caller'> & { accounts: readonly Pick<Account, 'id' | 'account_id'>[] };
type TypedAddress = { name?: string | null | undefined; email: string };

/**
 * Stores a draft as it is given: a new id makes one, a known one is brought up to date. Call it in a transaction. Throws
 * Failure `malformed_id`, `id_taken`, `bad_address`, `bad_reference`, `two_bodies`, `body_fixed`, `account_fixed`,
 * `draft_discarded`, `draft_on_its_way`, `file_not_uploaded`.
 */
export function saveLocal(parts: DraftParts, wish: Wish, sight: SaverSight): Draft {
  const { db } = parts;
  const draft_id = wish.id.toLowerCase();
  if (!isUuid(draft_id)) throw malformed();
  const known = draftNamed(db, draft_id, sight);
  if (!known && isDraftId(db, draft_id)) throw taken();
  const content = contentOf(wish, known);
  const listed = filesNamed(db, known?.id, wish.attachments);
  const shown = shownFiles(db, known?.id, wish.inline_assets);
  if (!known) return newDraft(parts, { ...content, draft_id }, wish, sight);
  refuseChange(db, known, wish);
  changeDraft(parts, known, content);
  const isRelisted = listFiles(db, known.id, listed);
  const isRenamed = shown !== undefined && nameShownFiles(db, known.id, shown);
  if (isRelisted || isRenamed) touchDraft(parts, known.id);
  saveDraft(db, known.id);
  return draftOf(db, known.id) ?? known;
}

/** Refuses what is done to a draft that has been promised to somebody. Throws Failure `draft_on_its_way`. */
export function refuseOnItsWay(db: ReadDb, { draft_id }: Draft): void {
  const state = draftStateOf(db, draft_id);
  if (state === 'draft' || state === 'failed') return;
  const words = {
    queued: 'This draft waits to be sent. Take the send back first.',
    sending: 'This draft is being sent just now.',
    sent: 'This draft has been sent.',
    unknown: 'Nobody knows whether this draft has been sent. Say first what became of it.',
  }[state];
  throw new Failure('conflict', 'draft_on_its_way', words, { state });
}

function newDraft(
  parts: DraftParts,
  content: Partial<DraftContent> & { draft_id: string },
  { account_id, created_at }: Wish,
  { accounts, caller }: SaverSight,
): Draft {
  const account = accounts.find((each) => each.account_id === account_id.toLowerCase());
  if (!account) throw new Failure('missing', 'not_found', 'There is no such account here.');
  return addDraft(parts, { ...content, account, actor: caller, ...(created_at && { created_at }) });
}

function refuseChange(db: ReadDb, draft: Draft, { account_id, body_markdown, body_html }: Wish): void {
  refuseOnItsWay(db, draft);
  if (draft.discarded_at !== null)
    throw new Failure('conflict', 'draft_discarded', 'This draft was thrown away. Take it back to change it.');
  if (draft.account_id !== account_id.toLowerCase())
    throw new Failure(
      'conflict',
      'account_fixed',
      'A draft stays with the account it was written in. Store it under a new id to have it in another.',
    );
  const given = isGiven(body_html) ? 'html' : isGiven(body_markdown) ? 'markdown' : draft.body_kind;
  if (given === draft.body_kind) return;
  throw new Failure(
    'conflict',
    'body_fixed',
    `This draft is written in ${draft.body_kind === 'html' ? 'HTML' : 'Markdown'} and stays so. Store it under a new id to have it in the other.`,
  );
}

function contentOf(wish: Wish, known: Draft | undefined): Partial<DraftContent> {
  const { from, to, cc, bcc, subject, intent, reply_headers, inline_calendar_reply } = wish;
  return {
    from_text: addressLine(from ? [from] : []),
    to_text: addressLine(to),
    cc_text: addressLine(cc),
    bcc_text: addressLine(bcc),
    subject: oneLine(subject),
    ...bodyOf(wish, known),
    ...(intent && { intent }),
    ...answerOf(reply_headers),
    ...(inline_calendar_reply !== undefined && {
      calendar: inline_calendar_reply === null ? null : JSON.stringify(inline_calendar_reply),
    }),
  };
}

function bodyOf({ body_markdown, body_html, body_text }: Wish, known: Draft | undefined): Partial<DraftContent> {
  if (isGiven(body_markdown) && isGiven(body_html))
    throw new Failure('invalid', 'two_bodies', 'A draft has one body: give body_markdown or body_html, not both.');
  const text = body_text?.toWellFormed() ?? null;
  if (isGiven(body_html)) return { body_kind: 'html', body: body_html.toWellFormed(), body_text: text };
  if (isGiven(body_markdown)) return { body_kind: 'markdown', body: body_markdown.toWellFormed() };
  return known?.body_kind === 'html' && text !== null ? { body_text: text } : {};
}

/** An empty text is one. */
function isGiven(text: string | null | undefined): text is string {
  return typeof text === 'string';
}

/** What is left out stays; null takes it away. */
function answerOf(headers: Wish['reply_headers']): Partial<DraftContent> {
  if (headers === undefined) return {};
  if (headers === null) return { in_reply_to: null, references: [], thread_id: null };
  const { in_reply_to, references = [], thread_id = null } = headers;
  if (thread_id !== null && !isUuid(thread_id)) throw malformed();
  return {
    in_reply_to: bareId(in_reply_to),
    references: references.map(bareId),
    thread_id: thread_id?.toLowerCase() ?? null,
  };
}

function bareId(header_id: string): string {
  const bare = header_id.trim().replace(/^<(.*)>$/s, '$1');
  if (/^[^\s<>\p{Cc}]{1,900}$/u.test(bare)) return bare;
  throw new Failure(
    'invalid',
    'bad_reference',
    'in_reply_to and references hold Message-IDs such as letter-1@example.org.',
  );
}

/** As somebody would have typed them. What is no address yet stays as it is; what would turn into others is refused. */
function addressLine(typed: readonly TypedAddress[]): string {
  const entries = typed.map((each) => ({ name: oneLine(each.name ?? '').trim(), email: oneLine(each.email).trim() }));
  const line = entries
    .map(addressText)
    .join('')
    .replace(/[,;] $/, '');
  const { addresses, bad } = readAddressText(line);
  const found = new Set([...addresses.map(({ email }) => email), ...bad].map(lower));
  const given = new Set(entries.map(({ name, email }) => lower(email || name)).filter(Boolean));
  const lost = [...given].find((email) => !found.has(email)) ?? [...found].find((email) => !given.has(email));
  if (lost === undefined) return line;
  throw new Failure(
    'invalid',
    'bad_address',
    `"${lost.slice(0, 200)}" is no single address. Give one address an entry.`,
  );
}

/** With what parts it from the next: behind a comma, what is no address could be the beginning of a name. */
function addressText({ name, email }: { name: string; email: string }): string {
  const text = email === '' ? '' : writeAddressText([{ name: name || null, email }]);
  if (readAddressText(text).addresses.length === 1) return `${text}, `;
  const words = email || name;
  return words === '' ? '' : `${words}; `;
}

function shownFiles(db: ReadDb, draft: number | undefined, assets: Wish['inline_assets']) {
  return assets?.map(({ cid, path }) => {
    if (!/^[^\s<>"\p{Cc}]{1,200}$/u.test(cid))
      throw new Failure('invalid', 'bad_cid', 'A cid is one word, without spaces, quotes or angle brackets.');
    return { cid, file_id: filesNamed(db, draft, [path])[0] ?? '' };
  });
}

function oneLine(text: string): string {
  return text.toWellFormed().replaceAll(/\p{Cc}+/gu, ' ');
}

function lower(text: string): string {
  return text.toLowerCase();
}

function malformed(): Failure {
  return new Failure('invalid', 'malformed_id', 'An id is a UUID of the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx.');
}

function taken(): Failure {
  return new Failure('conflict', 'id_taken', 'This id is taken. Make another one.');
}
