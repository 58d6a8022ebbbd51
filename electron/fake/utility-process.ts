import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { constants } from 'node:os';
import { desktop } from './desktop.ts';
import { register } from './register.ts';

export const utilityProcess = {
  /** A real child process, as in Electron. Messages are cloned, as through a MessagePort: what cannot be is an error. */
  fork(program: string, words: string[], { env = process.env }: { env?: NodeJS.ProcessEnv } = {}) {
    const child = fork(program, words, {
      env,
      execArgv: ['--import', register],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    desktop.processes.push(child);
    const utility = new EventEmitter();
    child.on('message', (message) => utility.emit('message', message));
    child.on('exit', (code, signal) => utility.emit('exit', signal ? 128 + constants.signals[signal] : code));
    return Object.assign(utility, {
      pid: child.pid,
      stderr: child.stderr,
      postMessage: (message: object) => child.connected && child.send(structuredClone(message), () => undefined),
      kill: () => child.kill('SIGTERM'),
    });
  },
};
