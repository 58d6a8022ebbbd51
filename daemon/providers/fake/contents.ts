import { messageIdIn, headerSection, identifyingHeaderNames } from '../identifying-headers.ts';
import type { Arrival, MessageSource, SourceRequest } from '../provider.ts';
import type { Faults } from './faults.ts';
import { missingRangesOf, withoutMissingRanges } from '../message-structure/missing-ranges.ts';
import { lostMessage } from './mailbox.ts';
import type { FakeMailbox } from './mailbox.ts';

const maxCachedBytes = 8 * 2 ** 20;

/** The properties that a server reports of a message without its bytes. */
type MessageMetadata = Pick<Arrival, 'size' | 'header_id' | 'identifyingHeaders' | 'provider_thread_id'>;

/** The messages themselves: planned messages are written on request, the others are stored unchanged. */
export function createContents(mailbox: FakeMailbox, faults: Faults, write: (message: number) => Buffer) {
  const cache = createByteCache(maxCachedBytes);
  const bytesOf = (message: number): Buffer =>
    mailbox.deliveredMessage(message)?.bytes ?? cache.take(message) ?? write(message);

  const metadataOf = (message: number): MessageMetadata => {
    if (message === lostMessage) return { size: 0 };
    const delivered = mailbox.deliveredMessage(message);
    const bytes = bytesOf(message);
    if (!delivered) cache.keep(message, bytes);
    const conversation = delivered?.conversation;
    return {
      ...identifyingHeadersOf(bytes),
      size: bytes.length,
      ...(conversation && { provider_thread_id: conversation }),
    };
  };

  /** A whole message, if it is the requested one; else the trouble. */
  const readWhole = (request: SourceRequest): Buffer | string => {
    const { folder: path, uidvalidity, uid } = request;
    const folder = mailbox.folder(path);
    const message = folder?.uidvalidity === uidvalidity ? mailbox.placementOrLost(folder, uid)?.message : undefined;
    if (message === undefined) return goneMessage;
    if (message === lostMessage) return 'The demo server forgot this message when it was restarted.';
    if (faults.consume('refuse-message', request)) return 'The server refuses to hand out this message.';
    const bytes = bytesOf(message);
    const returned = faults.consume('wrong-bytes', request) ? otherMessage : bytes;
    // Sizes are unreliable on many servers: the Message-ID decides, or its absence.
    if (identifyingHeadersOf(returned).header_id === (request.header_id ?? identifyingHeadersOf(bytes).header_id))
      return returned;
    return 'The server handed out another message in place of this one.';
  };

  return {
    bytesOf,
    metadataOf,
    readWhole,
    receivedAt(message: number): Date {
      const age = mailbox.plan?.age[message] ?? 0;
      return new Date((mailbox.deliveredMessage(message)?.received ?? mailbox.anchor - age) * 1000);
    },
    sourceOf(request: SourceRequest): MessageSource {
      const { folder, uidvalidity, uid } = request;
      const found = readWhole(request);
      if (typeof found === 'string') return { folder, uidvalidity, uid, error: found, isGone: found === goneMessage };
      const missingRanges = missingRangesOf(found);
      if (missingRanges.length === 0) return { folder, uidvalidity, uid, bytes: found };
      return { folder, uidvalidity, uid, bytes: withoutMissingRanges(found, missingRanges), missingRanges };
    },
  };
}

export type Contents = ReturnType<typeof createContents>;

const goneMessage = 'The message is no longer on the server.';

const otherMessage = Buffer.from(
  'Message-ID: <stranger@elsewhere.example>\r\nFrom: A stranger <stranger@elsewhere.example>\r\n' +
    'Subject: For somebody else\r\n\r\nThis was never for you.\r\n',
);

const identifyingHeaderPattern = new RegExp(
  `^(?:${identifyingHeaderNames.join('|')})[ \\t]*:.*\\r\\n(?:[ \\t].*\\r\\n)*`,
  'gim',
);

function identifyingHeadersOf(bytes: Buffer): { header_id: string; identifyingHeaders: string } {
  const identifyingHeaders = `${headerSection(bytes)}\r\n`.match(identifyingHeaderPattern)?.join('') ?? '';
  return { identifyingHeaders, header_id: messageIdIn(identifyingHeaders) };
}

/** Bytes generated for reported properties are usually requested next, so they are cached; the oldest are evicted first. */
function createByteCache(limit: number) {
  const entries = new Map<number, Buffer>();
  let heldBytes = 0;
  const take = (message: number) => {
    const bytes = entries.get(message);
    if (bytes) heldBytes -= bytes.length;
    entries.delete(message);
    return bytes;
  };
  return {
    take,
    keep(message: number, bytes: Buffer) {
      take(message);
      entries.set(message, bytes);
      heldBytes += bytes.length;
      for (const oldest of entries.keys()) {
        if (heldBytes <= limit) break;
        take(oldest);
      }
    },
  };
}
