import { startDaemon, type Home } from '../../daemon-process.ts';
import { idleMemoryBytes } from '../report/memory.ts';
import { connectionTo } from './http.ts';
import { commonWord, firstPage } from './queries.ts';

export type StartRun = {
  /** From the spawn of the process until the answer with a first page of fifty conversations. */
  milliseconds: number;
  /** The memory of the process at rest, after a page and a search. */
  idleBytes: number;
};

/**
 * Starts the bundled daemon on `home`, requests a page and a search, waits until it is at rest, and stops it. `atRest` is
 * called before the memory is measured, which waits for it.
 */
export async function startRun(home: Home, atRest?: () => Promise<unknown>): Promise<StartRun> {
  const { milliseconds, daemon, connection } = await startToFirstPage(home);
  await connection.ask('/mail/search', { q: commonWord(), limit: 50 });
  connection.close();
  const idleBytes = await idleMemoryBytes(daemon.pid, atRest);
  await daemon.stop();
  return { milliseconds, idleBytes };
}

/** Milliseconds from the spawn of the bundled daemon on `home` until the answer with a first page of fifty conversations. */
export async function startMilliseconds(home: Home): Promise<number> {
  const { milliseconds, daemon, connection } = await startToFirstPage(home);
  connection.close();
  await daemon.stop();
  return milliseconds;
}

async function startToFirstPage(home: Home) {
  const began = performance.now();
  const daemon = await startDaemon(home, { caFile: '', isBundled: true });
  const connection = connectionTo(daemon);
  await connection.ask(firstPage.path, firstPage.fields);
  return { milliseconds: performance.now() - began, daemon, connection };
}
