// A thread of `worker-pool.ts`. Plain JavaScript, because every thread would strip types again.
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import threads from 'node:worker_threads';
import './no-fsync.mjs';

const require = createRequire(import.meta.url);
const own = threads.parentPort;
own?.on('message', ({ entry, port, data }) => {
  port.once('close', () => own.postMessage('free'));
  // The arguments of the entry. The entry is loaded anew for each; the modules it imports are not.
  Object.assign(threads, { parentPort: port, workerData: data });
  syncBuiltinESMExports();
  const file = fileURLToPath(entry);
  delete require.cache[file];
  require(file);
});
