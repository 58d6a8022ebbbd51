import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { constants } from 'node:os';
import type { Transferable } from 'node:worker_threads';
import { desktop } from './desktop.ts';
import { throughPort } from './port.ts';
import { register } from './register.ts';

export const utilityProcess = {
  /** A real child process, as in Electron. Messages pass a MessagePort on each side. */
  fork(program: string, words: string[], { env = process.env }: { env?: NodeJS.ProcessEnv } = {}) {
    const child = fork(program, words, {
      env,
      execArgv: ['--import', register],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    desktop.processes.push(child);
    const utility = new EventEmitter();
    const out = throughPort((message) => child.connected && child.send(message as object, () => undefined));
    child.once('spawn', () => utility.emit('spawn'));
    child.on('message', (message) => utility.emit('message', message));
    child.on('exit', (code, signal) => {
      out.close();
      utility.emit('exit', signal ? 128 + constants.signals[signal] : code);
    });
    // Electron has no pid any more once the process has ended.
    const pid = { get: () => (child.exitCode === null && child.signalCode === null ? child.pid : undefined) };
    Object.defineProperty(utility, 'pid', pid);
    return Object.assign(utility, {
      stderr: child.stderr,
      postMessage(message: unknown, transfer?: readonly Transferable[]): void {
        if (child.connected) out.postMessage(message, transfer);
      },
      kill: () => child.kill('SIGTERM'),
    });
  },
};
