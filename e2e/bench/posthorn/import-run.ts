import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connectTo, type Client } from '../../../daemon/fronts/client.ts';
import type { ByteRange } from '../../../daemon/mail/mime/structure/structure.ts';
import { compress, readSourceRange } from '../../../daemon/mail/sources/source.ts';
import { sql } from '../../../daemon/store/db.ts';
import { openReader, storeFiles } from '../../../daemon/store/open.ts';
import type { Reply } from '../../../daemon/test-daemon.ts';
import { makeHome, startDaemon, type DaemonProcess, type Home } from '../../daemon-process.ts';
import type { Maildir } from '../mail/maildir.ts';
import type { ProgramRun } from '../peers/program-runs.ts';
import { idleMemoryBytes, watchMemory } from '../report/memory.ts';
import { commonWord } from './queries.ts';

export type ImportRun = ProgramRun & {
  /** How many messages were stored: fewer than files if some files are the same. */
  stored: number;
  /** `mail.db` and `index.db` after a clean close. */
  diskBytes: number;
  /** How much of that is attachments too small for a file of their own. */
  attachmentBytes: number;
  /** The memory of the process after the work and after a first page and a search. */
  idleBytes: number;
};

/** Imports a Maildir into a new Posthorn, in a process of its own, until search covers all of it. */
export async function importRun(maildir: Maildir): Promise<ImportRun> {
  return onNewHome(async (home, daemon) => {
    const memory = watchMemory(daemon.pid);
    const { seconds, stored } = await timedImport(home, daemon, maildir);
    memory.stop();
    await daemon.ask('mailbox.list', { lens_kind: 'all_mail', view: 'messages', limit: 50 });
    await daemon.ask('search.find', { q: commonWord(), limit: 50 });
    const idleBytes = await idleMemoryBytes(daemon.pid);
    await daemon.stop();
    return {
      seconds,
      peakBytes: memory.peak(),
      stored,
      diskBytes: databaseBytes(home),
      attachmentBytes: attachmentBytes(home),
      idleBytes,
    };
  });
}

/** Seconds in which a new Posthorn, in a process of its own, imports a Maildir until search covers all of it. */
export async function importSeconds(maildir: Maildir): Promise<number> {
  return onNewHome(async (home, daemon) => {
    const { seconds } = await timedImport(home, daemon, maildir);
    await daemon.stop();
    return seconds;
  });
}

/** Does the work with a new Posthorn, whose daemon the work must stop, and removes its folders. */
async function onNewHome<T>(work: (home: Home, daemon: DaemonProcess) => Promise<T>): Promise<T> {
  const home = makeHome([]);
  try {
    return await work(home, await startDaemon(home, { caFile: '', isBundled: true }));
  } finally {
    home.remove();
  }
}

async function timedImport(
  home: Home,
  daemon: DaemonProcess,
  { path }: Maildir,
): Promise<{ seconds: number; stored: number }> {
  const began = performance.now();
  const stored = await importAll(daemon, home, path);
  return { seconds: (performance.now() - began) / 1000, stored };
}

/** Imports and waits until search covers all stored messages; returns their number. */
export async function importAll(daemon: DaemonProcess, home: Home, path: string): Promise<number> {
  const socket = await socketOf(home);
  const { job_id } = (await socket.ask('import.start', { path })) as Reply<'import.start'>;
  for (;;) {
    const { status, error } = (await socket.ask('import.get', { job_id })) as Reply<'import.get'>;
    if (status === 'failed') throw new Error(`The import failed: ${error}`);
    if (status === 'succeeded') break;
    await wait(50);
  }
  socket.close();
  for (;;) {
    const { indexed, stored } = (await daemon.ask('admin.status', {})).search_coverage;
    if (indexed === stored) return stored;
    await wait(25);
  }
}

/** The local socket of the daemon that runs on `home`, as the command line uses it. */
export async function socketOf({ dataDir }: Home): Promise<Client> {
  const socket = await connectTo(join(dataDir, 's'), { timeoutMs: 60_000 });
  if (!socket) throw new Error('The daemon does not serve its local socket.');
  return socket;
}

function databaseBytes({ dataDir }: Home): number {
  return ['mail.db', 'index.db'].reduce((sum, file) => sum + statSync(join(dataDir, file)).size, 0);
}

function attachmentBytes({ dataDir }: Home): number {
  const files = storeFiles(dataDir);
  const db = openReader(files);
  const kept = db.all<{ message: number } & ByteRange>(sql`
    SELECT message, start, "end" FROM attachments a
    WHERE NOT EXISTS (SELECT 1 FROM source_blobs c WHERE c.message = a.message)`);
  const sizes = kept.map(({ message, ...stretch }) => {
    const content = readSourceRange(db, files.blobs, message, stretch);
    return content ? compress(content).length : 0;
  });
  db.close();
  return sizes.reduce((sum, size) => sum + size, 0);
}
