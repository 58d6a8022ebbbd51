import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Announcement } from '../../contract/events.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { ExportChunk, ExportChunkRequest } from '../../mail/export/export-chunk.ts';
import type { MailboxSelection } from '../../mail/export/mailbox.ts';
import type { ExportSelection } from '../../mail/export/selection.ts';

export type ExportRunDeps = ExportReader & {
  read: ReadDb;
  write: WriteDb;
  clock: Clock;
  log: Log;
  announce: (announcement: Announcement) => void;
  /** Fetches the parts of a message (internal id) that were left on its server, as far as they are available. */
  fetchMissing: (message: number) => Promise<void>;
  /** The folder of downloads. */
  folder: () => string;
  instance: string;
  /** Free space on the disk of a folder, in bytes; null if the system does not report it. */
  freeBytes: (folder: string) => Promise<number | null>;
};

/** Both functions read on a worker thread. */
export type ExportReader = {
  /** The messages to export, by internal id. Throws Failure `bad_query` and `not_found`. */
  selectMessages: (request: {
    selection: ExportSelection;
    accounts: readonly Pick<Account, 'id'>[];
  }) => Promise<number[]>;
  /** All messages of an account (internal id), by folder or each once. */
  selectMailbox: (request: { account: number; isByFolder: boolean }) => Promise<MailboxSelection>;
  exportChunk: (range: ExportChunkRequest) => Promise<ExportChunk>;
};
