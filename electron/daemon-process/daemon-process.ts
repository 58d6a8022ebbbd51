import { dirname, extname, join } from 'node:path';
import { utilityProcess } from 'electron';
import type { UtilityMessage, UtilityCommand } from './utility-protocol.ts';
import { createWorkerProcesses } from './worker-processes.ts';
import { isWorkerOrder, type WorkerOrder } from './worker-protocol.ts';

/** A running daemon process. */
export type DaemonProcess = {
  send(command: UtilityCommand): void;
  /** The exit code and the end of its standard error, once it has ended. */
  ended: Promise<{ code: number; stderrTail: string }>;
  /** Asks the system to end it; if it does not end, it is killed. */
  kill(): void;
};

export type StartDaemonProcess = (onMessage: (message: UtilityMessage) => void) => DaemonProcess;

/** Characters of standard error that are kept for a crash report. */
const stderrTailLength = 4_000;

/** Milliseconds between asking the system to end it and killing it. */
const killDelayMs = 2_000;

/**
 * How to start daemon and bridge in a separate process. `program` is the path of `utility.ts`, `args` are its arguments. From source and
 * from the bundle alike, `worker-host.ts` is beside it.
 */
export function daemonStarter({ program, args }: { program: string; args: string[] }): StartDaemonProcess {
  const workerProgram = join(dirname(program), `worker-host${extname(program)}`);
  return (onMessage) => {
    const child = utilityProcess.fork(program, args, {
      serviceName: 'Posthorn mail',
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    let stderrTail = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk);
      stderrTail = (stderrTail + chunk.toString()).slice(-stderrTailLength);
    });
    const workers = createWorkerProcesses(workerProgram, (report) => child.postMessage(report));
    child.on('message', (message: UtilityMessage | WorkerOrder) => {
      if (isWorkerOrder(message)) workers.handle(message);
      else onMessage(message);
    });
    let hasEnded = false;
    const ended = new Promise<{ code: number; stderrTail: string }>((resolve) =>
      child.once('exit', (code) => {
        hasEnded = true;
        workers.killAll();
        resolve({ code, stderrTail });
      }),
    );
    return {
      send: (command) => child.postMessage(command),
      ended,
      kill() {
        const { pid } = child;
        child.kill();
        const killTimer = setTimeout(() => {
          if (!hasEnded && pid !== undefined) process.kill(pid, 'SIGKILL');
        }, killDelayMs);
        void ended.then(() => clearTimeout(killTimer));
      },
    };
  };
}
