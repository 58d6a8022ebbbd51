import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { actorOf, type Actor } from '../../contract/ownership.ts';
import type { Caller, Handlers } from '../../handler-types.ts';
import { ensureImportAccount } from '../../mail/accounts/accounts.ts';
import { importableSource } from '../../mail/import/importable-source.ts';
import { startJob } from '../../mail/jobs/jobs.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import type { importRequests } from './contract.ts';
import type { Spool } from './spool.ts';
import { importNamed, newestImports, runningImport, saveImport, type Import } from './store.ts';
import { pendingImportRecord, problemRecords, importRecord } from './wire.ts';

type ImportDeps = {
  clock: Clock;
  /** Wakes the import loop. */
  wakeImports: () => void;
  /** Cancels a running or waiting import. False if there is none with that id. */
  cancelImport: (job_id: string) => boolean;
  /** The spool of uploaded files. */
  importSpool: Spool;
};

export function importHandlers({
  clock,
  wakeImports,
  importSpool: spool,
}: ImportDeps): Handlers<typeof importRequests> {
  /** Throws Failure `not_found`. */
  const requireImport = (db: ReadDb, id: string): Import => {
    const wantedId = id.toLowerCase();
    const found = importNamed(db, wantedId) ?? newestImports(db).find(({ path }) => spool.idOf(path) === wantedId);
    if (!found) throw new Failure('missing', 'not_found', notFoundText);
    return found;
  };
  const recordOf = (db: ReadDb, found: Import) => importRecord(db, found, spool.idOf(found.path));
  const queueImport = (db: WriteDb, source: Pick<Import, 'path' | 'folder'>, actor: Actor): string =>
    db.transaction(() => {
      const running = runningImport(db, source);
      if (running !== undefined) return running;
      const { job_id } = startJob({ db, clock }, { kind: 'import', accounts: [ensureImportAccount(db)], actor });
      saveImport(db, { ...source, job_id });
      return job_id;
    });
  return {
    list: (_input, { db }) => ({
      imports: [...spool.list().map(pendingImportRecord), ...newestImports(db).map((each) => recordOf(db, each))],
    }),
    details({ import_id }, { db }) {
      const pending = spool.find(import_id);
      if (pending) return { ...pendingImportRecord(pending), problems: [] };
      const found = requireImport(db, import_id);
      return { ...recordOf(db, found), problems: problemRecords(found) };
    },
    create: ({ folder = null }) => pendingImportRecord(spool.create(folder)),
    uploadFile({ import_id, path, size, offset = 0, content }, { db }) {
      if (!spool.find(import_id)) throwAlreadyStarted(requireImport(db, import_id));
      return spool.receive(import_id, { path, size, offset, content });
    },
    async startUploaded({ import_id }, { db, caller }) {
      const pending = spool.find(import_id);
      // Repeated by a client that missed the answer.
      if (!pending) return recordOf(db, requireImport(db, import_id));
      const job_id = await spool.start(import_id, async (path) => {
        await requireImportable(path);
        return queueImport(db, { path, folder: pending.folder }, actorOf(caller));
      });
      wakeImports();
      return recordOf(db, requireImport(db, job_id));
    },
    discard({ import_id }, { db }) {
      if (!spool.find(import_id)) throwAlreadyStarted(requireImport(db, import_id));
      spool.discard(import_id);
      return { ok: true };
    },
    async start({ path, folder = null }, { caller, db }) {
      requireCommandLine(caller);
      const source = { path: await importableSource(path), folder };
      const job_id = queueImport(db, source, actorOf(caller));
      wakeImports();
      return { job_id };
    },
    get({ job_id: wantedId }, { caller, db }) {
      requireCommandLine(caller);
      const found = importNamed(db, wantedId);
      if (!found) throw new Failure('missing', 'not_found', notFoundText);
      const {
        job_id,
        path,
        status,
        total,
        succeeded: added,
        skipped: known,
        failed,
        passed_over,
        problems,
        error,
      } = found;
      const done = added + known + failed;
      return { job_id, path, status, total: Math.max(total, done), added, known, failed, passed_over, problems, error };
    },
  };
}

const notFoundText = 'There is no such import. The newest hundred jobs are kept.';

/** Throws Failure `nothing_to_import` with a message that names no path of the daemon. */
async function requireImportable(path: string): Promise<void> {
  try {
    await importableSource(path);
  } catch (cause) {
    if (!(cause instanceof Failure) || cause.kind === 'unavailable') throw cause;
    const sentence =
      'None of these files contains mail that Posthorn can read. You can import mailbox files (mbox), message files (.eml) and Maildir folders, also compressed with gzip.';
    throw new Failure('invalid', 'nothing_to_import', sentence, { cause });
  }
}

function throwAlreadyStarted({ job_id }: Import): never {
  const sentence = 'The import has started, so no more files can be added. To stop it, cancel it.';
  throw new Failure('conflict', 'import_started', sentence, { job_id });
}

function requireCommandLine({ origin }: Caller): void {
  if (origin === 'cli') return;
  throw new Failure(
    'refused',
    'cli_only',
    'Files of this computer are imported from its own command line alone: posthorn import PATH.',
  );
}
