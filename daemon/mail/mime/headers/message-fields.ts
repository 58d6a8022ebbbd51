import type { Address } from '../../../contract/fields.ts';
import { cleanText } from '../../text/clean-text.ts';
import { parseAddresses } from '../address/addresses.ts';
import { cleanHeaders } from './clean-headers.ts';
import { decodeEncodedWords } from './encoded-word.ts';
import type { Headers } from './headers.ts';
import { parseMailDate } from './mail-date.ts';
import { parseMessageIds, parseParentId, parseReferences } from './message-ids.ts';
import type { ParsedMessage } from '../parsed-message.ts';
import { readSendingFields } from './sending-fields.ts';
import { parseUnsubscribe } from './unsubscribe.ts';

const maxAddresses = 1_000;

type MessageFields = Omit<
  ParsedMessage,
  'text' | 'text_origin' | 'snippet' | 'attachments' | 'report' | 'contentFlags' | 'notes'
>;

/** The fields of a message's headers (RFC 5322, section 3.6). */
export function parseMessageFields(received: Headers): MessageFields {
  const headers = cleanHeaders(received);
  const first = (name: string) => headers.first(name) ?? '';
  const addresses = {
    from: senderOf(headers),
    to: addressesIn(headers, 'to'),
    cc: addressesIn(headers, 'cc'),
    bcc: addressesIn(headers, 'bcc'),
    reply_to: addressesIn(headers, 'reply-to'),
  };
  const people = new Set(
    Object.values(addresses)
      .flat()
      .map(({ email }) => email.toLowerCase()),
  );
  return {
    header_id: parseMessageIds(first('message-id'))[0] ?? null,
    in_reply_to: parseParentId(first('in-reply-to'), people),
    references: parseReferences(first('references'), people),
    date: parseMailDate(first('date')),
    received: parseMailDate(afterLastSemicolon(first('received'))),
    subject: subjectOf(headers),
    ...addresses,
    delivered_to: deliveredTo(headers),
    list_id: listIdFrom(first('list-id')),
    unsubscribe: parseUnsubscribe(first('list-unsubscribe'), first('list-unsubscribe-post')),
    sending: readSendingFields(headers),
  };
}

export function subjectOf(headers: Headers): string {
  return cleanText(decodeEncodedWords(headers.first('subject') ?? ''))
    .slice(0, 2_000)
    .toWellFormed()
    .trim();
}

function senderOf(headers: Headers): Address {
  const [from] = parseAddresses(headers.first('from') ?? '');
  return from ?? parseAddresses(headers.first('sender') ?? '')[0] ?? { name: null, email: '' };
}

/** RFC 5322 allows each of these fields once; the values of duplicates are joined. */
function addressesIn(headers: Headers, name: string): Address[] {
  const first = headers.first(name);
  if (first === undefined) return [];
  const values = headers.all(name);
  if (values.length < 2) return parseAddresses(first);
  const found: Address[] = [];
  for (const value of values) {
    if (found.length >= maxAddresses) break;
    found.push(...parseAddresses(value));
  }
  return found.slice(0, maxAddresses);
}

function deliveredTo(headers: Headers): string[] {
  const found = ['delivered-to', 'x-original-to', 'envelope-to'].flatMap((name) => addressesIn(headers, name));
  return [...new Set(found.map(({ email }) => email.toLowerCase()))].filter((email) => email !== '');
}

/** RFC 5322, section 3.6.7: a Received field ends with a semicolon and the date. */
function afterLastSemicolon(value: string): string {
  return value.slice(value.lastIndexOf(';') + 1);
}

/** The identifier of a list between its brackets (RFC 2919, section 3). */
function listIdFrom(value: string): string | null {
  const close = value.lastIndexOf('>');
  const open = value.lastIndexOf('<', close);
  const written = open >= 0 && close > open ? value.slice(open + 1, close) : value;
  return cleanText(written).trim().slice(0, 300).toWellFormed().toLowerCase() || null;
}
