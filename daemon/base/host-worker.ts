import { constants, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import type { RunningWorker } from './running-worker.ts';
import { openThread } from './worker.ts';
import type { HostCommand, HostMessage } from './worker-process.ts';

/** The parent of a process that runs a worker. */
type Parent = {
  listen(onCommand: (command: HostCommand) => void): void;
  send(message: HostMessage): void;
};

/**
 * Runs a worker as a thread of this process and passes messages on. The main thread stays free, so the process can be ended while the
 * other one computes in native code. On Linux threads have the priority of the thread that starts them.
 */
export function hostWorker({ listen, send }: Parent): void {
  // Everything else comes first.
  setPriority(constants.priority.PRIORITY_LOW);
  // By default V8 lets the young generation grow, which is not faster here.
  setFlagsFromString('--semi-space-growth-factor=1');
  let thread: RunningWorker | undefined;
  listen((command) => {
    if ('message' in command) {
      thread?.postMessage(command.message);
      return;
    }
    const { name, data } = command.start;
    thread = openThread(name, data);
    thread.on('message', (message: unknown) => send({ message }));
    // An error keeps its properties as those of an object alone.
    thread.on('error', (error: Error) => send({ error: { ...error, message: error.message, stack: error.stack } }));
    thread.on('exit', (exit: number) => send({ exit }));
  });
}

/** Ends this process, whatever its threads do. */
export function endAtOnce(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('The process should have ended.');
}
