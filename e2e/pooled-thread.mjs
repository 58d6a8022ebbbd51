// A thread of `worker-pool.ts`. Plain JavaScript, because every thread would strip types again.
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';
import './no-fsync.mjs';

let lent = 0;

const own = threads.parentPort;
own?.on('message', async ({ entry, port, data }) => {
  port.once('close', () => own.postMessage('free'));
  // The arguments of the entry. The entry is loaded anew for each; the modules it imports are not.
  Object.assign(threads, { parentPort: port, workerData: data });
  syncBuiltinESMExports();
  lent += 1;
  await import(`${entry}?lent=${lent}`);
});
