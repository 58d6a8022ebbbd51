import { basename, dirname, relative, sep } from 'node:path';
import type { z } from 'zod';
import { folderPath } from '../../mail/import/folder-names.ts';
import type { ReadDb } from '../../store/db.ts';
import type { importRequests, Problem } from './contract.ts';
import type { PendingImport } from './spool.ts';
import { folderLabelId, type Import } from './store.ts';

type MailImport = z.input<typeof importRequests.create.output>;

/** An import that accepts uploads. */
export function pendingImportRecord({ import_id, folder, files, bytes, begun_at }: PendingImport): MailImport {
  return {
    import_id,
    job_id: null,
    state: 'collecting',
    cancelled: false,
    name: null,
    folder,
    files,
    bytes,
    begun_at: begun_at.toISOString(),
    ended_at: null,
    total: 0,
    added: 0,
    known: 0,
    failed: 0,
    passed_over: 0,
    error: null,
    account_id: null,
    label_id: null,
  };
}

/** A started import. `uploadId` is the id of its uploads, if there are any. */
export function importRecord(db: ReadDb, started: Import, uploadId: string | undefined): MailImport {
  const { job_id, status, folder, succeeded: added, skipped: known, failed, total, passed_over, error } = started;
  const { account, account_id, started_at, finished_at, cancelled } = started;
  return {
    import_id: uploadId ?? job_id,
    job_id,
    state: status,
    cancelled: cancelled !== 0,
    name: uploadId === undefined || dirname(dirname(started.path)).endsWith(uploadId) ? basename(started.path) : null,
    folder,
    files: null,
    bytes: null,
    begun_at: new Date(started_at).toISOString(),
    ended_at: finished_at === null ? null : new Date(finished_at).toISOString(),
    total: Math.max(total, added + known + failed),
    added,
    known,
    failed,
    passed_over,
    error,
    account_id,
    label_id: account !== null && folder !== null ? folderLabelId(db, account, folderPath(folder.split('/'))) : null,
  };
}

/** The path of a file with a problem relative to the upload; a file elsewhere is reported by its name only. */
export function problemRecords({ path, problems }: Import): Problem[] {
  return problems.map(({ file, reason }) => {
    const below = relative(path, file);
    const isBelow = below !== '' && below !== '..' && !below.startsWith(`..${sep}`);
    return { file: (isBelow ? below : basename(file)).replaceAll(sep, '/'), reason };
  });
}
