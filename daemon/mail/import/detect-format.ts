import { open } from 'node:fs/promises';
import { constants as zlib, gunzipSync } from 'node:zlib';
import { isGzipped } from './load-item.ts';

/** The format of a file, detected from its first bytes; `head` has them unpacked if the file is packed. */
export type DetectedFormat = { kind: 'mbox' | 'message'; isGzipped: boolean; head: Buffer };

const headBytes = 16 * 1024;

/** Detects the format of a file; undefined if it is not mail. Throws errors of reading a file. */
export async function detectFormat(file: string): Promise<DetectedFormat | undefined> {
  const raw = await readHead(file);
  const head = isGzipped(raw) ? gunzipHead(raw) : raw;
  const kind = kindOf(head, { isNamedMessage: /\.eml(\.gz)?$/i.test(file) });
  return kind && { kind, isGzipped: isGzipped(raw), head };
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The result is at most a thousand times as long as the input, which is the limit of gzip. */
function gunzipHead(head: Buffer): Buffer {
  try {
    return gunzipSync(head, { finishFlush: zlib.Z_SYNC_FLUSH }).subarray(0, headBytes);
  } catch {
    // Data that cannot be unpacked is not mail.
    return Buffer.alloc(0);
  }
}

/**
 * Fields that rarely occur in files other than mail: cards, calendars and settings also have lines of `name: value`.
 */
const mailFields = new Set(
  'from to cc bcc subject date sender reply-to received return-path message-id mime-version delivered-to in-reply-to references x-mozilla-status envelope-to content-transfer-encoding'.split(
    ' ',
  ),
);

/**
 * The file name decides if the content is ambiguous: a saved message may also begin with the "From " line of an mbox.
 */
function kindOf(head: Buffer, { isNamedMessage }: { isNamedMessage: boolean }): 'mbox' | 'message' | undefined {
  const text = head.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
  const lines = text.trimStart().split(/\r?\n/);
  const [first = '', ...rest] = lines;
  const hasFromLine = first.startsWith('From ');
  const header = hasFromLine ? rest : lines;
  const isMail =
    hasMailFields(header, hasFromLine || isNamedMessage ? 1 : 2) ||
    (isNamedMessage && isHeader(header, { isCut: head.length >= headBytes }));
  if (!isMail) return undefined;
  return hasFromLine && !isNamedMessage ? 'mbox' : 'message';
}

/** Whether a header with at least `minFields` mail fields begins here. */
function hasMailFields(lines: readonly string[], minFields: number): boolean {
  let fieldCount = 0;
  for (const line of lines) {
    const name = /^([!-9;-~]{1,100})[ \t]*:/.exec(line)?.[1];
    if (name !== undefined && mailFields.has(name.toLowerCase()) && ++fieldCount === minFields) return true;
    if (name === undefined && !/^(?:[ \t]|>From )/.test(line)) return false;
  }
  return false;
}

/**
 * Whether the lines up to the first empty one are all fields. A message file may have none but unusual fields, or so many of
 * them that the usual ones come later than what was read. `isCut` means that the last line is incomplete.
 */
function isHeader(lines: readonly string[], { isCut }: { isCut: boolean }): boolean {
  const end = lines.indexOf('');
  const header = lines.slice(0, end >= 0 ? end : isCut ? -1 : lines.length);
  return (
    header.length > 0 &&
    header.every((line, at) => /^[a-z0-9][\w.-]*[ \t]*:/i.test(line) || (at > 0 && /^[ \t]/.test(line)))
  );
}

/**
 * Whether the line at `start` may be a header field (RFC 5322, section 2.2), or a "From " line quoted by another
 * mbox.
 */
export function looksLikeField(bytes: Buffer, start: number): boolean {
  return /^(?:[!-9;-~]{1,100}[ \t]*:|>From )/.test(bytes.toString('latin1', start, start + 110));
}

/** Whether the line at `start` is a field that mail has. */
export function looksLikeMailField(bytes: Buffer, start: number): boolean {
  const name = /^([!-9;-~]{1,100})[ \t]*:/.exec(bytes.toString('latin1', start, start + 110))?.[1]?.toLowerCase();
  return name !== undefined && (mailFields.has(name) || name.startsWith('x-'));
}
