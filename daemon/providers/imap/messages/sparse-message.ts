import type { ImapFlow, MessageStructureObject } from 'imapflow';
import { maxFetchedPartBytes, ProviderError } from '../../provider.ts';
import type { MissingRange } from '../../provider.ts';
import { createPartialFetchReader } from './partial-fetch-reader.ts';
import type { PartialFetchReader } from './partial-fetch-reader.ts';

export type SparseMessage = { bytes: Buffer; missingRanges: MissingRange[] };

/** The largest message that is held in memory: of a larger one whose large parts are unknown, only the header is fetched. */
const maxWholeMessageBytes = 32 * 1024 * 1024;

/**
 * A large message without its large attachments. Their start is found by reading the message from part to part, their length
 * comes from the server (BODYSTRUCTURE), and each must be followed by the delimiter of its multipart. If it is not, the
 * message is fetched whole, or only its header where the message is too large for that.
 */
export async function fetchSparseMessage(
  client: ImapFlow,
  { uid, size }: { uid: number; size: number },
  maxPartBytes = maxFetchedPartBytes,
): Promise<SparseMessage | undefined> {
  const bodyStructure = await structureOf(client, uid);
  const isLeftOut = (node: MessageStructureObject) => isLeftOnServer(node, maxPartBytes);
  const leftOut = bodyStructure ? leavesOf(bodyStructure).filter(isLeftOut) : [];
  const fetchedBytes = size - leftOut.reduce((sum, { size: octets = 0 }) => sum + octets, 0);
  const canBeSparse = bodyStructure && leftOut.length && fetchedBytes <= maxWholeMessageBytes;
  if (canBeSparse) {
    const reader = createPartialFetchReader((start, length) => fetchRange(client, uid, start, length));
    if (await readParts({ reader, isLeftOut }, bodyStructure)) return reader.message();
  }
  return size <= maxWholeMessageBytes ? fetchWhole(client, uid) : fetchHeader(client, uid, size);
}

/** Undefined where the server cannot report it. */
async function structureOf(client: ImapFlow, uid: number): Promise<MessageStructureObject | undefined> {
  try {
    const message = await client.fetchOne(String(uid), { uid: true, bodyStructure: true }, { uid: true });
    return message ? message.bodyStructure : undefined;
  } catch (error) {
    if (client.usable) return undefined;
    throw error;
  }
}

/** Displayed text is fetched whatever its size. */
function isLeftOnServer({ size = 0, type, disposition }: MessageStructureObject, maxPartBytes: number): boolean {
  return size > maxPartBytes && !(type.startsWith('text/') && disposition?.toLowerCase() !== 'attachment');
}

function leavesOf(node: MessageStructureObject): MessageStructureObject[] {
  return isMultipart(node) ? (node.childNodes ?? []).flatMap(leavesOf) : [node];
}

function isMultipart({ type }: MessageStructureObject): boolean {
  return type.startsWith('multipart/');
}

type PartReadContext = { reader: PartialFetchReader; isLeftOut: (node: MessageStructureObject) => boolean };

/** Reads all but the parts that stay; false where the message does not match the server's structure. */
async function readParts(context: PartReadContext, root: MessageStructureObject): Promise<boolean> {
  const end = await readPart(context, root, 0);
  if (end === undefined) return false;
  await context.reader.readToEnd(end);
  return true;
}

/** The part whose header begins at `start`. Returns the end of its body. */
async function readPart(
  context: PartReadContext,
  node: MessageStructureObject,
  start: number,
): Promise<number | undefined> {
  const { reader, isLeftOut } = context;
  const blank = (await reader.startsWith(start, '\r\n')) ? start - 2 : await reader.find('\r\n\r\n', start);
  if (blank === undefined) return undefined;
  const body = blank + 4;
  if (isMultipart(node)) return readChildren(context, node, body);
  const end = body + (node.size ?? 0);
  if (isLeftOut(node)) reader.skipRange({ start: body, length: node.size ?? 0, part: node.part ?? '1' });
  return end;
}

async function readChildren(
  context: PartReadContext,
  { parameters, childNodes = [] }: MessageStructureObject,
  body: number,
): Promise<number | undefined> {
  const { reader } = context;
  const boundary = parameters?.['boundary'];
  if (!boundary) return undefined;
  const delimiter = `\r\n--${boundary}`;
  let at: number | undefined = (await reader.startsWith(body, delimiter.slice(2)))
    ? body - 2
    : await reader.find(delimiter, body);
  for (const child of childNodes) {
    const lineEnd: number | undefined = at === undefined ? undefined : await reader.find('\r\n', at + delimiter.length);
    const end: number | undefined = lineEnd === undefined ? undefined : await readPart(context, child, lineEnd + 2);
    // A multipart is followed by its epilogue; every other part must be followed by its delimiter.
    const follows = end !== undefined && (isMultipart(child) || (await reader.startsWith(end, delimiter)));
    if (!follows) return undefined;
    at = await reader.find(delimiter, end);
  }
  return at;
}

async function fetchRange(client: ImapFlow, uid: number, start: number, maxLength: number): Promise<Buffer> {
  const query = { uid: true, source: { start, maxLength } };
  const message = await client.fetchOne(String(uid), query, { uid: true });
  if (!message) throw new ProviderError('refused', 'The message is no longer in its folder.');
  return message.source ?? Buffer.alloc(0);
}

async function fetchWhole(client: ImapFlow, uid: number): Promise<SparseMessage | undefined> {
  const message = await client.fetchOne(String(uid), { uid: true, source: true }, { uid: true });
  return message && message.source ? { bytes: message.source, missingRanges: [] } : undefined;
}

async function fetchHeader(client: ImapFlow, uid: number, size: number): Promise<SparseMessage | undefined> {
  const message = await client.fetchOne(String(uid), { uid: true, headers: true }, { uid: true });
  const bytes = message ? message.headers : undefined;
  if (!bytes) return undefined;
  return { bytes, missingRanges: [{ start: bytes.length, length: Math.max(0, size - bytes.length), part: 'TEXT' }] };
}
