import type { RemoteFolder } from '../../provider.ts';
import type { MailboxListEntry } from './list-command.ts';
import type { FolderStatus } from './mailbox-status.ts';

/** A folder as the server lists it, and as it is known here. */
export type FolderEntry = { listEntry: MailboxListEntry; folder: RemoteFolder; isOwn: boolean };

/** A folder and what STATUS said of it; without `status` the folder has to be opened to know. */
export type ListedFolder = RemoteFolder & {
  status?: FolderStatus;
  /** Why it cannot be opened at all, in a sentence. */
  error?: string;
  /** It need not be looked at this time unless `status`, where it is known, shows something new. */
  isSkipped?: boolean;
};
