import type { RemoteFolder } from '../../provider.ts';
import type { MailboxListEntry } from './list-command.ts';
import type { FolderStatus } from './mailbox-status.ts';

/** A folder as the server lists it, and as the daemon knows it. */
export type FolderEntry = { listEntry: MailboxListEntry; folder: RemoteFolder; isOwn: boolean };

/** A folder and its STATUS; without `status` the folder must be opened to know it. */
export type ListedFolder = RemoteFolder & {
  status?: FolderStatus;
  /** Why it cannot be opened, in a sentence. */
  error?: string;
  /** It need not be visited this time unless `status`, where it is known, shows a change. */
  isSkipped?: boolean;
};
