import { endAtOnce, hostWorker } from '../daemon/base/host-worker.ts';
import type { HostCommand } from '../daemon/base/worker-process.ts';
import { parentChanged } from '../headless/parent-process.ts';

// The program of a worker that has a utility process of its own. The main process ends it, and one that has gone ends nothing.
void parentChanged().then(endAtOnce);

hostWorker({
  listen: (onCommand) => void process.parentPort.on('message', ({ data }) => onCommand(data as HostCommand)),
  send: (message) => process.parentPort.postMessage(message),
});
