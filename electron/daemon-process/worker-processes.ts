import { utilityProcess, type UtilityProcess } from 'electron';
import type { HostMessage } from '../../daemon/base/worker-process.ts';
import type { WorkerOrder, WorkerReport } from './worker-protocol.ts';

type WorkerProcesses = {
  handle(order: WorkerOrder): void;
  /** Ends all: the daemon has ended. */
  killAll(): void;
};

/** Starts and ends the processes of workers of the daemon. `program` is the path of `worker-host.ts`. */
export function createWorkerProcesses(program: string, report: (report: WorkerReport) => void): WorkerProcesses {
  const processes = new Map<number, UtilityProcess>();

  function start(worker: number): void {
    const child = utilityProcess.fork(program, [], {
      serviceName: 'Posthorn models',
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    processes.set(worker, child);
    child.on('message', (message: HostMessage) => {
      report({ kind: 'worker_message', worker, message });
      // It stays until its last message is here.
      if ('exit' in message) child.kill();
    });
    child.once('exit', (code) => {
      processes.delete(worker);
      report({ kind: 'worker_exit', worker, code });
    });
  }

  return {
    handle(order) {
      if (order.kind === 'worker_start') start(order.worker);
      else if (order.kind === 'worker_kill') kill(processes.get(order.worker));
      else processes.get(order.worker)?.postMessage(order.command);
    },
    killAll: () => processes.forEach(kill),
  };
}

/** Ends a process at once: `kill()` of Electron asks it to end, which native code does not hear. */
function kill(child: UtilityProcess | undefined): void {
  if (child?.pid === undefined) return void child?.kill();
  try {
    process.kill(child.pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
