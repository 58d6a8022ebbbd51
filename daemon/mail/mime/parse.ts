import PostalMime, { type Address as ParsedAddress, type Attachment, type Email } from 'postal-mime';
import { reasonOf } from '../../base/failure.ts';
import type { Address } from '../../contract/fields.ts';
import { headerFields } from './headers.ts';
import { cleanText, snippetOf, textOf, type TextOrigin } from './text.ts';
import { unsubscribeFrom, type Unsubscribe } from './unsubscribe.ts';

/** A message as far as the store and the index need it. Texts are well-formed Unicode without NUL. */
export type ParsedMessage = {
  header_id: string | null;
  in_reply_to: string | null;
  references: string[];
  /** What the Date header says, as an instant; null where it is missing or unreadable. */
  date: string | null;
  subject: string;
  from: Address;
  to: Address[];
  cc: Address[];
  bcc: Address[];
  reply_to: Address[];
  list_id: string | null;
  unsubscribe: Unsubscribe;
  text: string;
  text_origin: TextOrigin;
  snippet: string;
  attachments: AttachmentFacts[];
  /** What was cut or guessed while reading, one sentence each. */
  notes: string[];
};

export type AttachmentFacts = {
  filename: string;
  mime_type: string;
  size: number;
  disposition: 'attachment' | 'inline' | 'unspecified';
  content_id: string | null;
};

/** Past these a message is stored as it came and its headers read alone. */
const limits = { maxNestingDepth: 100, maxHeadersSize: 1_000_000 };

/** Reads a message (RFC 5322, 2045 to 2049). Never throws: what cannot be read is said in `notes`. */
export async function parseMessage(bytes: Uint8Array): Promise<ParsedMessage> {
  const notes: string[] = [];
  const email = await readEmail(bytes, notes);
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value;
  const { text, origin } = textOf(email, notes);
  return {
    header_id: messageIds(email.messageId)[0] ?? null,
    in_reply_to: messageIds(email.inReplyTo)[0] ?? null,
    references: boundedReferences(messageIds(email.references)),
    date: instantFrom(email.date),
    subject: cleanText(email.subject ?? '').slice(0, 2_000),
    from: addressesFrom(email.from ? [email.from] : email.sender ? [email.sender] : [])[0] ?? { name: null, email: '' },
    to: addressesFrom(email.to),
    cc: addressesFrom(email.cc),
    bcc: addressesFrom(email.bcc),
    reply_to: addressesFrom(email.replyTo),
    list_id: listIdFrom(header('list-id')),
    unsubscribe: unsubscribeFrom(header('list-unsubscribe'), header('list-unsubscribe-post')),
    text,
    text_origin: origin,
    snippet: snippetOf(text),
    attachments: email.attachments.map(factsOf),
    notes,
  };
}

/** The whole message as postal-mime gives it; where that fails, its header fields alone. */
export async function readEmail(bytes: Uint8Array, notes: string[] = []): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, limits);
  } catch (failed) {
    notes.push(`The parts of this message could not be read (${reasonOf(failed)}); its source is kept whole.`);
    const headers = headerFields(bytes).map(([name, value]) => ({ key: name.toLowerCase(), originalKey: name, value }));
    const subject = headers.find(({ key }) => key === 'subject')?.value;
    const messageId = headers.find(({ key }) => key === 'message-id')?.value;
    const date = headers.find(({ key }) => key === 'date')?.value;
    return { headers, headerLines: [], attachments: [], subject, messageId, date };
  }
}

/** The `<id@host>` tokens of a header (RFC 5322, section 3.6.4), without brackets. */
function messageIds(value: string | undefined): string[] {
  if (!value) return [];
  const bracketed = [...value.matchAll(/<([^<>\s]{1,900})>/g)].map(([, id]) => cleanText(id ?? ''));
  if (bracketed.length > 0) return [...new Set(bracketed)];
  const bare = value.trim();
  return /^[^\s<>]{1,900}$/.test(bare) ? [cleanText(bare)] : [];
}

/** A thread's root and its newest ancestors say all that is needed; a hostile list of thousands says no more. */
function boundedReferences(ids: string[]): string[] {
  return ids.length <= 100 ? ids : [ids[0] ?? '', ...ids.slice(-99)];
}

function addressesFrom(parsed: readonly ParsedAddress[] | undefined): Address[] {
  const flat = (parsed ?? []).flatMap((entry) => entry.group ?? [entry]);
  return flat.slice(0, 1_000).map(({ name, address }) => ({
    name: cleanText(name).trim().slice(0, 500) || null,
    email: cleanText(address ?? '')
      .trim()
      .slice(0, 500),
  }));
}

function instantFrom(date: string | undefined): string | null {
  const time = date ? Date.parse(date) : Number.NaN;
  const instant = Number.isNaN(time) ? '' : new Date(time).toISOString();
  // Years beyond four digits would not sort as text.
  return /^\d{4}-/.test(instant) ? instant : null;
}

function listIdFrom(value: string | undefined): string | null {
  if (!value) return null;
  return (
    cleanText(/<([^<>]+)>/.exec(value)?.[1] ?? value)
      .trim()
      .slice(0, 300)
      .toLowerCase() || null
  );
}

function factsOf({ filename, mimeType, disposition, contentId, content }: Attachment): AttachmentFacts {
  return {
    filename:
      cleanText(filename ?? '')
        .trim()
        .slice(0, 300) || nameFor(mimeType),
    mime_type: mimeType,
    size: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
    disposition: disposition === 'attachment' ? 'attachment' : disposition === 'inline' ? 'inline' : 'unspecified',
    content_id: contentId ? contentId.replace(/^<|>$/g, '') : null,
  };
}

function nameFor(mimeType: string): string {
  const kind = mimeType.split('/')[1]?.replace(/^x-/, '').split('+')[0] ?? '';
  return mimeType === 'message/rfc822'
    ? 'forwarded message.eml'
    : `unnamed.${/^[a-z0-9]{1,8}$/.test(kind) ? kind : 'bin'}`;
}
