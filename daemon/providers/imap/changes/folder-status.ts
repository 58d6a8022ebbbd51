import type { ImapFlow } from 'imapflow';
import type { Cursor } from './cursor.ts';
import type { FolderStatus } from '../folders/folders.ts';
import { countOf } from '../uid-set.ts';
import type { UidSet } from '../uid-set.ts';

/** Whether STATUS shows the folder as we left it. Without modification sequences it cannot tell about flags. */
export function matchesCursor(
  { uidvalidity, uidnext, modseq, known }: Cursor,
  pending: UidSet,
  status: FolderStatus,
): boolean {
  return (
    (modseq === undefined || status.modseq === modseq) &&
    status.uidvalidity === uidvalidity &&
    status.uidnext === uidnext &&
    status.messages === countOf(known) + countOf(pending)
  );
}

export async function inboxStatus(client: ImapFlow): Promise<FolderStatus | undefined> {
  if (client.mailbox && client.mailbox.path === 'INBOX') await client.noop();
  const query = { messages: true, uidNext: true, uidValidity: true, highestModseq: true };
  const { messages, uidNext, uidValidity, highestModseq } = (await client.status('INBOX', query)) || {};
  if (messages === undefined || !uidNext || !uidValidity) return undefined;
  return { messages, uidnext: uidNext, uidvalidity: Number(uidValidity), modseq: highestModseq };
}

/** A folder that LIST left out may still be there: it is gone when the server says so of the folder itself. */
export async function isMissing(client: ImapFlow, path: string): Promise<boolean> {
  try {
    await client.mailboxOpen(path, { readOnly: true });
    return false;
  } catch (error) {
    if (saysMissing(error)) return true;
    throw error;
  }
}

/**
 * Whether the server says that a folder does not exist. Dovecot goes on listing a deleted folder that has others in it,
 * and where it is opened has words for it and no response code (RFC 5530).
 */
export function saysMissing(error: unknown): boolean {
  const { mailboxMissing, serverResponseCode, responseText } = (error ?? {}) as {
    mailboxMissing?: boolean;
    serverResponseCode?: string;
    responseText?: string;
  };
  if (mailboxMissing === true || serverResponseCode === 'NONEXISTENT') return true;
  return (
    serverResponseCode === undefined &&
    /^(no such|unknown|non-?existent) (mailbox|folder)|^(mailbox|folder) (doesn't|does not) exist/i.test(
      responseText ?? '',
    )
  );
}
