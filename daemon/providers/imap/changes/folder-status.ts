import type { ImapFlow } from 'imapflow';
import type { Cursor } from './cursor.ts';
import type { FolderStatus } from '../folders/folders.ts';
import { countOf } from '../uid-set.ts';
import type { UidSet } from '../uid-set.ts';

/** Whether STATUS matches the stored state of the folder. Without modification sequences it does not cover flags. */
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

/** A folder missing from LIST may still exist: it is gone when the server reports that for the folder itself. */
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
 * Whether the server reports that a folder does not exist. Dovecot continues to list a deleted folder with subfolders, and
 * opening it fails with a text but no response code (RFC 5530).
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
