import { existsSync } from 'node:fs';
import { diskProblemOf } from '../../base/disk-failure.ts';
import { Failure } from '../../base/failure.ts';
import { failureSentence } from '../../base/system-reason.ts';
import type { Log } from '../../base/log.ts';
import { backoff } from '../../base/loop.ts';
import type { Clock } from '../../base/clock.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { importedFolder } from '../../mail/import/folder-names.ts';
import type { ImportItem } from '../../mail/import/import-item.ts';
import { renamedItems } from '../../mail/import/walk-maildir.ts';
import type { ImportResult, ImportBatch } from '../../mail/import/store-batch.ts';
import { folderLabel } from '../../mail/labels/labels.ts';
import type { RemoteFolder } from '../../providers/provider.ts';
import type { ReadDb } from '../../store/db.ts';
import type { Problem } from './contract.ts';

export type StoreItemsDeps = {
  read: ReadDb;
  clock: Clock;
  log: Log;
  storeImportBatch: (piece: ImportBatch) => Promise<ImportResult>;
  saveFolders: (input: { account: Pick<Account, 'id' | 'account_id'>; folders: RemoteFolder[] }) => Promise<unknown>;
};

export type StoreItemsResult = { added: number[]; known: number; problems: Problem[] };

type StoreItemsTask = {
  account: Pick<Account, 'id' | 'account_id'>;
  folder: string;
  signal: AbortSignal;
  /** Receives what blocks the import, and undefined when it continues. */
  onTrouble: (sentence: string | undefined) => void;
};

/** The worker takes a second to restart. */
const workerRestartMs = 1_500;

/**
 * Stores messages in a folder. Waits while the disk cannot store anything; a message that the worker cannot store even alone becomes a
 * problem of its file. Throws only when the signal aborts.
 */
export async function storeItems(
  deps: StoreItemsDeps,
  task: StoreItemsTask,
  items: readonly ImportItem[],
): Promise<StoreItemsResult> {
  for (let failures = 0; ; failures++) {
    task.signal.throwIfAborted();
    try {
      const outcome = await importItems(deps, task, items);
      if (failures > 0) task.onTrouble(undefined);
      return await retryRenamed(deps, task, items, outcome);
    } catch (failed) {
      task.signal.throwIfAborted();
      if (diskProblemOf(failed) === undefined) return storeByHalves(deps, task, items, failed);
      task.onTrouble(failureSentence('The import is waiting', failed));
      await deps.clock.wait(backoff(failures), task.signal);
    }
  }
}

async function importItems(deps: StoreItemsDeps, task: StoreItemsTask, items: readonly ImportItem[]) {
  if (!hasFolder(deps, task)) await makeFolder(deps, task);
  return deps.storeImportBatch({ account: task.account, folder: task.folder, items });
}

export function hasFolder(
  { read }: StoreItemsDeps,
  { account, folder }: Pick<StoreItemsTask, 'account' | 'folder'>,
): boolean {
  return folderLabel(read, account.id, folder) !== undefined;
}

/** Store mail in it at once: an empty folder is removed when the next one is created. */
export async function makeFolder(
  deps: StoreItemsDeps,
  { account, folder }: Pick<StoreItemsTask, 'account' | 'folder'>,
) {
  await deps.saveFolders({ account, folders: [importedFolder(folder)] });
}

async function storeByHalves(
  deps: StoreItemsDeps,
  task: StoreItemsTask,
  items: readonly ImportItem[],
  failed: unknown,
): Promise<StoreItemsResult> {
  if (failed instanceof Failure && failed.code === 'worker_crashed')
    await deps.clock.wait(workerRestartMs, task.signal);
  const [only] = items;
  if (only && items.length === 1) {
    deps.log.error({ err: failed }, 'an imported message could not be stored');
    return {
      added: [],
      known: 0,
      problems: [{ file: only.file, reason: failureSentence('It couldn’t be stored', failed) }],
    };
  }
  const middle = Math.ceil(items.length / 2);
  const first = await storeItems(deps, task, items.slice(0, middle));
  return combine(first, await storeItems(deps, task, items.slice(middle)));
}

/** Messages that a mail program renamed since they were listed are searched under their new names, once. */
async function retryRenamed(
  deps: StoreItemsDeps,
  task: StoreItemsTask,
  items: readonly ImportItem[],
  { addedIds, known, failed }: ImportResult,
): Promise<StoreItemsResult> {
  const failedItems = failed.flatMap(({ item, reason }) => {
    const found = items[item];
    return found ? [{ item: found, reason }] : [];
  });
  const vanished = failedItems
    .filter(({ item }) => item.fingerprint === null && !existsSync(item.file))
    .map(({ item }) => item);
  const renamed = vanished.length > 0 ? await renamedItems(vanished) : new Map<ImportItem, ImportItem>();
  const problems = failedItems
    .filter(({ item }) => !renamed.has(item))
    .map(({ item, reason }) => ({ file: item.file, reason }));
  const stored = { added: addedIds, known, problems };
  return renamed.size === 0 ? stored : combine(stored, await storeItems(deps, task, [...renamed.values()]));
}

function combine(one: StoreItemsResult, other: StoreItemsResult): StoreItemsResult {
  return {
    added: [...one.added, ...other.added],
    known: one.known + other.known,
    problems: [...one.problems, ...other.problems],
  };
}
