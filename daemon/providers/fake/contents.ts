import type { Ref, Source } from '../provider.ts';
import type { Faults } from './faults.ts';
import { lostMessage } from './mailbox.ts';
import type { Mailbox } from './mailbox.ts';

const keptBytes = 8 * 2 ** 20;

/** The messages themselves: planned ones are written when asked for, the others are as they came. */
export function contentsOf(mailbox: Mailbox, faults: Faults, write: (message: number) => Buffer) {
  const kept = bytesKept(keptBytes);
  const bytesOf = (message: number): Buffer => mailbox.extra(message)?.bytes ?? kept.take(message) ?? write(message);

  return {
    bytesOf,
    sizeOf(message: number): number {
      if (message === lostMessage) return 0;
      const bytes = bytesOf(message);
      if (!mailbox.extra(message)) kept.keep(message, bytes);
      return bytes.length;
    },
    receivedAt(message: number): Date {
      const age = mailbox.plan?.age[message] ?? 0;
      return new Date((mailbox.extra(message)?.received ?? mailbox.anchor - age) * 1000);
    },
    conversationOf: (message: number): string | undefined => mailbox.extra(message)?.conversation,
    sourceOf({ folder: path, uidvalidity, uid }: Ref): Source {
      const ref = { folder: path, uidvalidity, uid };
      const folder = mailbox.folder(path);
      const message = folder?.uidvalidity === uidvalidity ? mailbox.adopt(folder, uid)?.message : undefined;
      if (message === undefined) return { ...ref, trouble: 'The message is no longer on the server.' };
      if (message === lostMessage)
        return { ...ref, trouble: 'The demo server forgot this message when it was restarted.' };
      if (faults.take('refuse-message', ref))
        return { ...ref, trouble: 'The server refuses to hand out this message.' };
      const bytes = bytesOf(message);
      return { ...ref, bytes: faults.take('wrong-bytes', ref) ? bytes.map((byte) => byte ^ 0x5a) : bytes };
    },
  };
}

export type Contents = ReturnType<typeof contentsOf>;

/** Bytes that were written for their size are usually asked for next: they wait here, the oldest giving way. */
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
