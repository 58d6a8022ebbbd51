import { existsSync } from 'node:fs';
import { Failure, reasonOf } from '../../base/failure.ts';
import { backoff } from '../../base/loop.ts';
import type { Clock } from '../../base/clock.ts';
import type { Account } from '../../mail/accounts.ts';
import { importedFolder } from '../../mail/import/folder-names.ts';
import type { ImportItem } from '../../mail/import/item.ts';
import { renamedItems } from '../../mail/import/maildir-found.ts';
import type { ImportOutcome, ImportPiece } from '../../mail/import/store.ts';
import { folderLabel } from '../../mail/labels.ts';
import type { RemoteFolder } from '../../providers/provider.ts';
import type { ReadDb } from '../../store/db.ts';
import type { Problem } from './contract.ts';

export type StoringParts = {
  read: ReadDb;
  clock: Clock;
  importPiece: (piece: ImportPiece) => Promise<ImportOutcome>;
  saveFolders: (input: { account: Pick<Account, 'id' | 'account_id'>; folders: RemoteFolder[] }) => Promise<unknown>;
};

export type Stored = { added: number[]; known: number; problems: Problem[] };

type Task = {
  account: Pick<Account, 'id' | 'account_id'>;
  folder: string;
  signal: AbortSignal;
  /** Hears what keeps the import from going on, and undefined when it does again. */
  onTrouble: (sentence: string | undefined) => void;
};

/** The worker needs a second to be there again. */
const afterCrash = 1_500;

/**
 * Has messages stored under a folder. A full disk is waited for; what the worker cannot take, even one by one, is a
 * problem of its file. Throws only when the signal aborts.
 */
export async function store(parts: StoringParts, task: Task, items: readonly ImportItem[]): Promise<Stored> {
  for (let failures = 0; ; failures++) {
    task.signal.throwIfAborted();
    try {
      const outcome = await ask(parts, task, items);
      if (failures > 0) task.onTrouble(undefined);
      return await withRenamed(parts, task, items, outcome);
    } catch (failed) {
      task.signal.throwIfAborted();
      if (!isDiskFull(failed)) return storeByHalves(parts, task, items, failed);
      task.onTrouble(reasonOf(failed));
      await parts.clock.wait(backoff(failures), task.signal);
    }
  }
}

async function ask(parts: StoringParts, task: Task, items: readonly ImportItem[]) {
  if (!hasFolder(parts, task)) await makeFolder(parts, task);
  return parts.importPiece({ account: task.account, folder: task.folder, items });
}

export function hasFolder({ read }: StoringParts, { account, folder }: Pick<Task, 'account' | 'folder'>): boolean {
  return folderLabel(read, account.id, folder) !== undefined;
}

/** Mail must follow at once: the folder goes when the next one is made and nothing lies in it. */
export async function makeFolder(parts: StoringParts, { account, folder }: Pick<Task, 'account' | 'folder'>) {
  await parts.saveFolders({ account, folders: [importedFolder(folder)] });
}

function isDiskFull(failed: unknown): boolean {
  return failed instanceof Failure && failed.code === 'disk_full';
}

async function storeByHalves(
  parts: StoringParts,
  task: Task,
  items: readonly ImportItem[],
  failed: unknown,
): Promise<Stored> {
  if (failed instanceof Failure && failed.code === 'worker_crashed') await parts.clock.wait(afterCrash, task.signal);
  const [only] = items;
  if (only && items.length === 1)
    return { added: [], known: 0, problems: [{ file: only.file, reason: `It cannot be stored: ${reasonOf(failed)}` }] };
  const middle = Math.ceil(items.length / 2);
  const first = await store(parts, task, items.slice(0, middle));
  return joined(first, await store(parts, task, items.slice(middle)));
}

/** Messages a mail program has renamed since they were listed are looked for under their new names, once. */
async function withRenamed(
  parts: StoringParts,
  task: Task,
  items: readonly ImportItem[],
  { addedIds, known, failed }: ImportOutcome,
): Promise<Stored> {
  const troubled = failed.flatMap(({ item, reason }) => {
    const found = items[item];
    return found ? [{ item: found, reason }] : [];
  });
  const gone = troubled.filter(({ item }) => item.stamp === null && !existsSync(item.file)).map(({ item }) => item);
  const renamed = gone.length > 0 ? await renamedItems(gone) : new Map<ImportItem, ImportItem>();
  const problems = troubled
    .filter(({ item }) => !renamed.has(item))
    .map(({ item, reason }) => ({ file: item.file, reason }));
  const stored = { added: addedIds, known, problems };
  return renamed.size === 0 ? stored : joined(stored, await store(parts, task, [...renamed.values()]));
}

function joined(one: Stored, other: Stored): Stored {
  return {
    added: [...one.added, ...other.added],
    known: one.known + other.known,
    problems: [...one.problems, ...other.problems],
  };
}
