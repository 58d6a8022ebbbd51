import { open } from 'node:fs/promises';
import { constants as zlib, gunzipSync } from 'node:zlib';
import { isGzipped } from './load-item.ts';

/** What a file is, going by its first bytes, which are given unpacked where the file is packed. */
export type DetectedFormat = { kind: 'mbox' | 'message'; isGzipped: boolean; head: Buffer };

const headBytes = 16 * 1024;

/** Looks into a file; undefined where it is no mail. Throws what reading a file throws. */
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

/** At the most a thousand times as long as what it is made from: gzip packs no tighter. */
function gunzipHead(head: Buffer): Buffer {
  try {
    return gunzipSync(head, { finishFlush: zlib.Z_SYNC_FLUSH }).subarray(0, headBytes);
  } catch {
    // What cannot be unpacked is no mail.
    return Buffer.alloc(0);
  }
}

/** What many files besides mail do not have: cards, calendars and settings are lines of `name: value` as well. */
const mailFields = new Set(
  'from to cc bcc subject date sender reply-to received return-path message-id mime-version delivered-to in-reply-to references x-mozilla-status envelope-to content-transfer-encoding'.split(
    ' ',
  ),
);

/** The name decides where the contents leave it open: a saved message, too, may begin with the line of an mbox. */
function kindOf(head: Buffer, { isNamedMessage }: { isNamedMessage: boolean }): 'mbox' | 'message' | undefined {
  const text = head.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
  const lines = text.trimStart().split(/\r?\n/);
  const [first = '', ...rest] = lines;
  const hasFromLine = first.startsWith('From ');
  if (!hasMailFields(hasFromLine ? rest : lines, hasFromLine || isNamedMessage ? 1 : 2)) return undefined;
  return hasFromLine && !isNamedMessage ? 'mbox' : 'message';
}

/** Whether a header begins here that has so many fields of mail. */
function hasMailFields(lines: readonly string[], minFields: number): boolean {
  let fieldCount = 0;
  for (const line of lines) {
    const name = /^([!-9;-~]{1,100})[ \t]*:/.exec(line)?.[1];
    if (name !== undefined && mailFields.has(name.toLowerCase()) && ++fieldCount === minFields) return true;
    if (name === undefined && !/^(?:[ \t]|>From )/.test(line)) return false;
  }
  return false;
}

/** Whether the line that begins at `at` could be a header field (RFC 5322, section 2.2), or mail another mbox quoted. */
export function looksLikeField(bytes: Buffer, start: number): boolean {
  return /^(?:[!-9;-~]{1,100}[ \t]*:|>From )/.test(bytes.toString('latin1', start, start + 110));
}
