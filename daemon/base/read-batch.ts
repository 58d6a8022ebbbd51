import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

type ReadBatchDeps<Item, Result> = {
  /** Reads items on a worker. */
  read: (items: readonly Item[]) => Promise<Result[]>;
  /** The result of an item that cannot be read, with the error of its last attempt. */
  failed: (item: Item, error: unknown) => Result[];
  clock: Clock;
  log: Log;
};

/** The time until a worker has restarted, with a margin, in milliseconds. */
const workerRestartMs = 3_000;

/**
 * Reads items together. If that fails, they are read one by one. A worker that just crashed refuses requests, so the second attempt at
 * an item counts. Empty once the signal aborts.
 */
export async function readBatch<Item, Result>(
  deps: ReadBatchDeps<Item, Result>,
  items: readonly Item[],
  signal: AbortSignal,
): Promise<Result[]> {
  try {
    return await deps.read(items);
  } catch (failed) {
    deps.log.warn({ err: failed }, 'messages could not be read together and are read one by one');
  }
  const results: Result[] = [];
  for (const item of items) {
    if (signal.aborted) return [];
    results.push(...(await readSingle(deps, item, signal)));
  }
  return signal.aborted ? [] : results;
}

async function readSingle<Item, Result>(
  { read, failed, clock, log }: ReadBatchDeps<Item, Result>,
  item: Item,
  signal: AbortSignal,
): Promise<Result[]> {
  try {
    return await read([item]);
  } catch {
    await clock.wait(workerRestartMs, signal);
  }
  try {
    return await read([item]);
  } catch (error) {
    log.error({ err: error, message: item }, 'a message could not be read and is left');
    return failed(item, error);
  }
}
