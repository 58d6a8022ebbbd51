import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { OpenWorker, RunningWorker } from './running-worker.ts';
import { workerEntry } from './worker.ts';

/** The messages to the program `workers/process-host`: what to run, and what to pass on to it. */
export type HostCommand = { start: { name: string; data: unknown } } | { message: unknown };
/** Its messages: what the worker says, the error that ended it, and that it has ended. */
export type HostMessage =
  { message: unknown } | { error: { message: string; stack: string | undefined } } | { exit: number };

/** The channel to a process that runs `workers/process-host`. */
export type HostChannel = {
  send(command: HostCommand): void;
  /** Ends the process at once, also while it computes in native code. */
  kill(): void;
};

/**
 * A worker in a process of its own, over a channel. `connect` starts the process; it calls `onMessage` with each message of the
 * process, and `onExit` when it has ended in any way.
 */
export function workerThrough(
  connect: (on: { message(message: HostMessage): void; exit(code: number): void }) => HostChannel,
  start: { name: string; data: unknown },
): RunningWorker {
  const events = new EventEmitter();
  let exitCode: number | undefined;
  const channel = connect({
    message(message) {
      if ('message' in message) events.emit('message', message.message);
      else if ('error' in message) events.emit('error', Object.assign(new Error(message.error.message), message.error));
      else exitCode = message.exit;
    },
    exit: (code) => events.emit('exit', exitCode ?? code),
  });
  channel.send({ start });
  return Object.assign(events, {
    postMessage: (message: unknown) => channel.send({ message }),
    terminate: () => channel.kill(),
    isProcess: true,
  });
}

/** Starts the worker `workers/<name>` in a Node process of its own. It ends with this process, however that ends. */
export const openWorkerProcess: OpenWorker = (name, data) =>
  workerThrough(
    (on) => {
      const child = fork(fileURLToPath(workerEntry('process-host')), [], {
        execArgv: [],
        // Without these, glibc keeps free memory of each thread, and of each large piece that was in use.
        env: { ...process.env, MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '1048576' },
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      child.on('message', (message) => on.message(message as HostMessage));
      whenEnded(child, on.exit);
      return {
        // One that has ended takes no messages any more, and its end is reported.
        send: (command) => void (child.connected && child.send(command, () => undefined)),
        kill: () => void child.kill('SIGKILL'),
      };
    },
    { name, data },
  );

/** A process that could not be started has ended too. */
function whenEnded(child: ChildProcess, onEnd: (code: number) => void): void {
  const end = (code: number | null | Error) => {
    child.off('exit', end).off('error', end);
    onEnd(typeof code === 'number' ? code : 1);
  };
  child.on('exit', end).on('error', end);
}
