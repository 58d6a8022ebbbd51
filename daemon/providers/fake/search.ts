import { messageIdIn, headerSection } from '../identifying-headers.ts';
import type { MessageRef } from '../provider.ts';
import type { Contents } from './contents.ts';
import { lostMessage } from './mailbox.ts';
import type { FakeFolder, FakeMailbox } from './mailbox.ts';
import type { Pause } from './pause.ts';
import { searchableText } from './part.ts';

type SearchDeps = { mailbox: FakeMailbox; contents: Contents; pause: Pause };

/** Reads every message of `folders`, like a server without an index; hits are returned newest first. */
export async function searchMessages(
  { mailbox, contents, pause }: SearchDeps,
  folders: readonly FakeFolder[],
  text: string,
  signal: AbortSignal,
): Promise<MessageRef[]> {
  const searchText = text.toLowerCase();
  const hits: { ref: MessageRef; received: number }[] = [];
  for (const folder of folders)
    for (let uid = folder.uidnext - 1; uid > 0; uid--) {
      await pause(signal);
      const message = mailbox.placement(folder, uid)?.message;
      if (message === undefined || message === lostMessage) continue;
      if (!searchableText(contents.bytesOf(message)).includes(searchText)) continue;
      const ref = { folder: folder.path, uidvalidity: folder.uidvalidity, uid };
      hits.push({ ref, received: contents.receivedAt(message).getTime() });
    }
  return hits.toSorted((a, b) => b.received - a.received).map(({ ref }) => ref);
}

/** The placements in a folder of the messages with a Message-ID. */
export function findByMessageId(
  { mailbox, contents }: Pick<SearchDeps, 'mailbox' | 'contents'>,
  folder: FakeFolder,
  header_id: string,
): MessageRef[] {
  const found: MessageRef[] = [];
  for (let uid = 1; uid < folder.uidnext; uid++) {
    const message = mailbox.placement(folder, uid)?.message;
    if (message === undefined || message === lostMessage) continue;
    if (messageIdIn(headerSection(contents.bytesOf(message))) === header_id)
      found.push({ folder: folder.path, uidvalidity: folder.uidvalidity, uid });
  }
  return found;
}
