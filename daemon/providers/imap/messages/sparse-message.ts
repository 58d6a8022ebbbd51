import type { ImapFlow, MessageStructureObject } from 'imapflow';
import { largestFetchedPart, ProviderError } from '../../provider.ts';
import type { Gap } from '../../provider.ts';
import { messageTape } from './message-tape.ts';
import type { MessageTape } from './message-tape.ts';

export type SparseMessage = { bytes: Buffer; gaps: Gap[] };

/** More than this of one message is not held in memory: of a message whose large parts cannot be told, the header comes. */
const largestWhole = 32 * 1024 * 1024;

/**
 * A large message without its large attachments. Where they begin is found by reading the message from part to part,
 * their length is the server's word (BODYSTRUCTURE), and what follows each has to be the delimiter of its multipart; if
 * it is not, the message is fetched whole, or its header alone where it is too large for that.
 */
export async function fetchSparsely(
  client: ImapFlow,
  { uid, size }: { uid: number; size: number },
  largest = largestFetchedPart,
): Promise<SparseMessage | undefined> {
  const bodyStructure = await structureOf(client, uid);
  const stays = (node: MessageStructureObject) => staysThere(node, largest);
  const left = bodyStructure ? leavesOf(bodyStructure).filter(stays) : [];
  const fetched = size - left.reduce((sum, { size: octets = 0 }) => sum + octets, 0);
  const sparse = bodyStructure && left.length && fetched <= largestWhole;
  if (sparse) {
    const tape = messageTape((start, length) => fetchStretch(client, uid, start, length));
    if (await readParts({ tape, stays }, bodyStructure)) return tape.message();
  }
  return size <= largestWhole ? fetchWhole(client, uid) : fetchHeader(client, uid, size);
}

/** Undefined where the server cannot tell it. */
async function structureOf(client: ImapFlow, uid: number): Promise<MessageStructureObject | undefined> {
  try {
    const message = await client.fetchOne(String(uid), { uid: true, bodyStructure: true }, { uid: true });
    return message ? message.bodyStructure : undefined;
  } catch (error) {
    if (client.usable) return undefined;
    throw error;
  }
}

/** What people read is fetched whatever its size. */
function staysThere({ size = 0, type, disposition }: MessageStructureObject, largest: number): boolean {
  return size > largest && !(type.startsWith('text/') && disposition?.toLowerCase() !== 'attachment');
}

function leavesOf(node: MessageStructureObject): MessageStructureObject[] {
  return isMultipart(node) ? (node.childNodes ?? []).flatMap(leavesOf) : [node];
}

function isMultipart({ type }: MessageStructureObject): boolean {
  return type.startsWith('multipart/');
}

type Reading = { tape: MessageTape; stays: (node: MessageStructureObject) => boolean };

/** Reads all but the parts that stay; false where the message is not built as the server says. */
async function readParts(reading: Reading, root: MessageStructureObject): Promise<boolean> {
  const end = await readPart(reading, root, 0);
  if (end === undefined) return false;
  await reading.tape.readToEnd(end);
  return true;
}

/** The part whose header begins at `start`. Gives where its body ends. */
async function readPart(reading: Reading, node: MessageStructureObject, start: number): Promise<number | undefined> {
  const { tape, stays } = reading;
  const blank = (await tape.startsWith(start, '\r\n')) ? start - 2 : await tape.find('\r\n\r\n', start);
  if (blank === undefined) return undefined;
  const body = blank + 4;
  if (isMultipart(node)) return readChildren(reading, node, body);
  const end = body + (node.size ?? 0);
  if (stays(node)) tape.leaveOut({ start: body, length: node.size ?? 0, part: node.part ?? '1' });
  return end;
}

async function readChildren(
  reading: Reading,
  { parameters, childNodes = [] }: MessageStructureObject,
  body: number,
): Promise<number | undefined> {
  const { tape } = reading;
  const boundary = parameters?.['boundary'];
  if (!boundary) return undefined;
  const delimiter = `\r\n--${boundary}`;
  let at: number | undefined = (await tape.startsWith(body, delimiter.slice(2)))
    ? body - 2
    : await tape.find(delimiter, body);
  for (const child of childNodes) {
    const lineEnd: number | undefined = at === undefined ? undefined : await tape.find('\r\n', at + delimiter.length);
    const end: number | undefined = lineEnd === undefined ? undefined : await readPart(reading, child, lineEnd + 2);
    // After a multipart comes what its sender put behind it; after every other part its delimiter has to follow.
    const follows = end !== undefined && (isMultipart(child) || (await tape.startsWith(end, delimiter)));
    if (!follows) return undefined;
    at = await tape.find(delimiter, end);
  }
  return at;
}

async function fetchStretch(client: ImapFlow, uid: number, start: number, maxLength: number): Promise<Buffer> {
  const query = { uid: true, source: { start, maxLength } };
  const message = await client.fetchOne(String(uid), query, { uid: true });
  if (!message) throw new ProviderError('refused', 'The message is no longer in its folder.');
  return message.source ?? Buffer.alloc(0);
}

async function fetchWhole(client: ImapFlow, uid: number): Promise<SparseMessage | undefined> {
  const message = await client.fetchOne(String(uid), { uid: true, source: true }, { uid: true });
  return message && message.source ? { bytes: message.source, gaps: [] } : undefined;
}

async function fetchHeader(client: ImapFlow, uid: number, size: number): Promise<SparseMessage | undefined> {
  const message = await client.fetchOne(String(uid), { uid: true, headers: true }, { uid: true });
  const bytes = message ? message.headers : undefined;
  if (!bytes) return undefined;
  return { bytes, gaps: [{ start: bytes.length, length: Math.max(0, size - bytes.length), part: 'TEXT' }] };
}
