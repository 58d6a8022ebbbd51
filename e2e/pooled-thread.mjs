// A thread of `worker-pool.ts`. Plain JavaScript, for every thread would strip types anew.
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';
import './no-fsync.mjs';

let lent = 0;

const own = threads.parentPort;
own?.on('message', async ({ entry, port, data }) => {
  port.once('close', () => own.postMessage('free'));
  // What the entry believes to be its own; it is read anew for each, and what it stands on is not.
  Object.assign(threads, { parentPort: port, workerData: data });
  syncBuiltinESMExports();
  lent += 1;
  await import(`${entry}?lent=${lent}`);
});
