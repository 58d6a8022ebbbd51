import type { EventEmitter } from 'node:events';
import type { Transferable } from 'node:worker_threads';

/** A worker that runs. It has the events of a worker thread: `message`, `error` and `exit`. */
export type RunningWorker = Pick<EventEmitter, 'on' | 'once'> & {
  postMessage(message: unknown, transfer?: readonly Transferable[]): void;
  terminate(): unknown;
  /** Whether it has a process of its own, which the system ends without waiting for native code. */
  readonly isProcess?: boolean;
};

/** Starts the worker whose entry is `workers/<name>`. */
export type OpenWorker = (name: string, data: unknown) => RunningWorker;
