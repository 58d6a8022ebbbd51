import { headerIdIn, headerSection, headFields } from '../header-id.ts';
import type { Arrival, Source, Wanted } from '../provider.ts';
import type { Faults } from './faults.ts';
import { gapsOf, withoutGaps } from './gaps.ts';
import { lostMessage } from './mailbox.ts';
import type { Mailbox } from './mailbox.ts';

const keptBytes = 8 * 2 ** 20;

/** What a server tells of a message without handing it out. */
type Told = Pick<Arrival, 'size' | 'header_id' | 'head' | 'provider_thread_id'>;

/** The messages themselves: planned ones are written when asked for, the others are as they came. */
export function contentsOf(mailbox: Mailbox, faults: Faults, write: (message: number) => Buffer) {
  const kept = bytesKept(keptBytes);
  const bytesOf = (message: number): Buffer => mailbox.extra(message)?.bytes ?? kept.take(message) ?? write(message);

  const toldOf = (message: number): Told => {
    if (message === lostMessage) return { size: 0 };
    const extra = mailbox.extra(message);
    const bytes = bytesOf(message);
    if (!extra) kept.keep(message, bytes);
    const conversation = extra?.conversation;
    return { ...headOf(bytes), size: bytes.length, ...(conversation && { provider_thread_id: conversation }) };
  };

  /** A message whole, if it is the one that is wanted; else what is wrong. */
  const whole = (wanted: Wanted): Buffer | string => {
    const { folder: path, uidvalidity, uid } = wanted;
    const folder = mailbox.folder(path);
    const message = folder?.uidvalidity === uidvalidity ? mailbox.adopt(folder, uid)?.message : undefined;
    if (message === undefined) return gone;
    if (message === lostMessage) return 'The demo server forgot this message when it was restarted.';
    if (faults.take('refuse-message', wanted)) return 'The server refuses to hand out this message.';
    const bytes = bytesOf(message);
    const handedOut = faults.take('wrong-bytes', wanted) ? strangersLetter : bytes;
    // Of sizes, many servers are not sure: the Message-ID decides, or that there is none.
    if (headOf(handedOut).header_id === (wanted.header_id ?? headOf(bytes).header_id)) return handedOut;
    return 'The server handed out another message in place of this one.';
  };

  return {
    bytesOf,
    toldOf,
    whole,
    receivedAt(message: number): Date {
      const age = mailbox.plan?.age[message] ?? 0;
      return new Date((mailbox.extra(message)?.received ?? mailbox.anchor - age) * 1000);
    },
    sourceOf(wanted: Wanted): Source {
      const { folder, uidvalidity, uid } = wanted;
      const found = whole(wanted);
      if (typeof found === 'string') return { folder, uidvalidity, uid, trouble: found, isGone: found === gone };
      const gaps = gapsOf(found);
      if (gaps.length === 0) return { folder, uidvalidity, uid, bytes: found };
      return { folder, uidvalidity, uid, bytes: withoutGaps(found, gaps), gaps };
    },
  };
}

export type Contents = ReturnType<typeof contentsOf>;

const gone = 'The message is no longer on the server.';

const strangersLetter = Buffer.from(
  'Message-ID: <stranger@elsewhere.example>\r\nFrom: A stranger <stranger@elsewhere.example>\r\n' +
    'Subject: For somebody else\r\n\r\nThis was never for you.\r\n',
);

const headField = new RegExp(`^(?:${headFields.join('|')})[ \\t]*:.*\\r\\n(?:[ \\t].*\\r\\n)*`, 'gim');

function headOf(bytes: Buffer): { header_id: string; head: string } {
  const head = `${headerSection(bytes)}\r\n`.match(headField)?.join('') ?? '';
  return { head, header_id: headerIdIn(head) };
}

/** Bytes that were written for what is told of them are usually asked for next: they wait here, the oldest giving way. */
function bytesKept(limit: number) {
  const kept = new Map<number, Buffer>();
  let held = 0;
  const take = (message: number) => {
    const bytes = kept.get(message);
    if (bytes) held -= bytes.length;
    kept.delete(message);
    return bytes;
  };
  return {
    take,
    keep(message: number, bytes: Buffer) {
      take(message);
      kept.set(message, bytes);
      held += bytes.length;
      for (const oldest of kept.keys()) {
        if (held <= limit) break;
        take(oldest);
      }
    },
  };
}
