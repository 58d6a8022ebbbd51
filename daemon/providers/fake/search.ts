import { messageIdIn, headerSection } from '../identifying-headers.ts';
import type { MessageRef, ServerQuery, ServerQueryTerm } from '../provider.ts';
import type { Contents } from './contents.ts';
import { lostMessage } from './mailbox.ts';
import type { FakeFolder, FakeMailbox } from './mailbox.ts';
import type { Pause } from './pause.ts';
import { searchableField, searchableText } from './part.ts';

type SearchDeps = { mailbox: FakeMailbox; contents: Contents; pause: Pause };

/** Reads every message of `folders`, like a server without an index; hits are returned newest first. */
export async function searchMessages(
  { mailbox, contents, pause }: SearchDeps,
  folders: readonly FakeFolder[],
  { terms, since, before }: ServerQuery,
  signal: AbortSignal,
): Promise<MessageRef[]> {
  const hits: { ref: MessageRef; received: number }[] = [];
  for (const folder of folders)
    for (let uid = folder.uidnext - 1; uid > 0; uid--) {
      await pause(signal);
      const message = mailbox.placement(folder, uid)?.message;
      if (message === undefined || message === lostMessage) continue;
      const received = contents.receivedAt(message);
      if ((since && received < since) || (before && received >= before)) continue;
      const bytes = contents.bytesOf(message);
      const contains = ({ field, text }: ServerQueryTerm) =>
        (field === 'text' ? searchableText(bytes) : searchableField(bytes, field)).includes(text.toLowerCase());
      if (!terms.every(contains)) continue;
      const ref = { folder: folder.path, uidvalidity: folder.uidvalidity, uid };
      hits.push({ ref, received: received.getTime() });
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
