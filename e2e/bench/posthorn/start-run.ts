import { startDaemon, type Home } from '../../daemon-process.ts';
import { idleMemoryBytes } from '../report/memory.ts';
import { connectionTo } from './http.ts';
import { commonWord, firstPage } from './queries.ts';

export type StartRun = {
  /** From the spawn of the process until a first page of fifty conversations is there. */
  milliseconds: number;
  /** What the process holds in memory at rest, once a page and a search were shown. */
  idleBytes: number;
};

/** Starts the bundled daemon on `home`, asks for a page and a search, and stops it. */
export async function startRun(home: Home): Promise<StartRun> {
  const began = performance.now();
  const daemon = await startDaemon(home, { caFile: '', isBundled: true });
  const connection = connectionTo(daemon);
  await connection.ask(firstPage.path, firstPage.fields);
  const milliseconds = performance.now() - began;
  await connection.ask('/mail/search', { q: commonWord(), limit: 50 });
  connection.close();
  const idleBytes = await idleMemoryBytes(daemon.pid);
  await daemon.stop();
  return { milliseconds, idleBytes };
}
