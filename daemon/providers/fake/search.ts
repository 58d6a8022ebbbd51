import { headerIdIn, headerSection } from '../header-id.ts';
import type { Ref } from '../provider.ts';
import type { Contents } from './contents.ts';
import { lostMessage } from './mailbox.ts';
import type { FakeFolder, Mailbox } from './mailbox.ts';
import type { Pause } from './pace.ts';
import { searchableText } from './part.ts';

type Parts = { mailbox: Mailbox; contents: Contents; pause: Pause };

/** Reads through every message of `folders`, as a server without an index does; hits come newest first. */
export async function searched(
  { mailbox, contents, pause }: Parts,
  folders: readonly FakeFolder[],
  text: string,
  signal: AbortSignal,
): Promise<Ref[]> {
  const wanted = text.toLowerCase();
  const hits: { ref: Ref; received: number }[] = [];
  for (const folder of folders)
    for (let uid = folder.next - 1; uid > 0; uid--) {
      await pause(signal);
      const message = mailbox.place(folder, uid)?.message;
      if (message === undefined || message === lostMessage) continue;
      if (!searchableText(contents.bytesOf(message)).includes(wanted)) continue;
      const ref = { folder: folder.path, uidvalidity: folder.uidvalidity, uid };
      hits.push({ ref, received: contents.receivedAt(message).getTime() });
    }
  return hits.toSorted((a, b) => b.received - a.received).map(({ ref }) => ref);
}

/** Where in a folder the messages of a Message-ID lie. */
export function placesOf(
  { mailbox, contents }: Pick<Parts, 'mailbox' | 'contents'>,
  folder: FakeFolder,
  header_id: string,
): Ref[] {
  const found: Ref[] = [];
  for (let uid = 1; uid < folder.next; uid++) {
    const message = mailbox.place(folder, uid)?.message;
    if (message === undefined || message === lostMessage) continue;
    if (headerIdIn(headerSection(contents.bytesOf(message))) === header_id)
      found.push({ folder: folder.path, uidvalidity: folder.uidvalidity, uid });
  }
  return found;
}
