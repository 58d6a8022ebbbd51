import { hash } from 'node:crypto';
import { nameId } from '../../base/ids.ts';
import type { MissingRange } from '../../providers/provider.ts';
import { bufferOf } from '../mime/bytes.ts';
import { readHeaders, type Headers } from '../mime/headers/headers.ts';
import { parseMailDate } from '../mime/headers/mail-date.ts';
import { parseMessageIds } from '../mime/headers/message-ids.ts';
import { createPart } from '../mime/structure/part.ts';

/** The number of the rule of `messageIdOf`, stored with each message: messages of earlier schemas keep their ids. */
export const idRule = 2;

const yearSeconds = 365.25 * 24 * 3600;

/** The source of a message; `bytes` lack the missing ranges. `headers` are its header section, if it was read already. */
type IdentifiedSource = { bytes: Uint8Array; headers?: Headers; missingRanges?: readonly MissingRange[] };

/**
 * The public id of a message. It depends on the account and the message alone: the same content has the same id in
 * every folder, on every kind of server, in any order of arrival and after every rebuild, and different content has
 * another id.
 *
 * With a Message-ID and a date these, the sender, the recipients, the subject and the body decide, because servers and
 * lists add header fields to copies. Without them the whole source decides: equal alarms of one device are different
 * messages. The fields count as written, so that better reading of them changes no id. A part that was left on the
 * server counts by its size.
 */
export function messageIdOf(account_id: string, source: IdentifiedSource): string {
  const { bytes, headers = readHeaders(bytes, 0, bytes.length), missingRanges = [] } = source;
  const fields = identifyingFields(headers);
  const content = contentHash(bytes, fields === undefined ? 0 : headers.bodyStart);
  const missing = missingRanges.map(({ part, length }) => `${part} ${length}`);
  return nameId(['message', 'content', ...(fields ?? []), content, ...missing].join('\0'), account_id);
}

/** Undefined where they do not tell a message from another one. */
function identifyingFields(headers: Headers): string[] | undefined {
  const [header_id] = parseMessageIds(headers.first('message-id') ?? '');
  if (header_id === undefined || parseMailDate(headers.first('date') ?? '') === null) return undefined;
  const { type, encoding, parameters } = createPart(headers, undefined);
  const written = ['date', 'from', 'to', 'cc', 'subject'].map((name) =>
    (headers.first(name) ?? '').replaceAll(/\s+/g, ' '),
  );
  return [header_id, ...written, type, encoding, parameters.get('charset')?.toLowerCase() ?? ''];
}

const carriageReturn = 13;
/** Line feed, carriage return, space and tab. */
const whiteSpace = new Set([10, carriageReturn, 32, 9]);

/**
 * The hash of the bytes from `start` on, whether lines end with LF or CRLF, and without white space at the end, which
 * mbox files and servers add. White space inside is content: in flowed text it joins lines (RFC 3676).
 */
function contentHash(bytes: Uint8Array, start: number): string {
  let end = bytes.length;
  while (end > start && whiteSpace.has(bytes[end - 1] ?? 0)) end--;
  const content = bufferOf(bytes).subarray(start, end);
  if (!content.includes(carriageReturn)) return hash('sha256', content, 'hex');
  const lines = content.toString('latin1').replaceAll('\r\n', '\n');
  return hash('sha256', Buffer.from(lines, 'latin1'), 'hex');
}

/**
 * The preferred sort key of a message, in unix seconds: its date, limited to the range from ten years before its
 * receipt to one day after, so that a wrong clock or a forged date cannot hide it in the list.
 */
export function preferredSortKey(date: string | null, received: Date): number {
  const receivedAt = Math.floor(received.getTime() / 1000);
  if (date === null) return receivedAt;
  const claimed = Math.floor(Date.parse(date) / 1000);
  return Math.min(Math.max(claimed, Math.floor(receivedAt - 10 * yearSeconds)), receivedAt + 24 * 3600);
}
