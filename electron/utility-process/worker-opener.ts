import { workerThrough, type HostChannel } from '../../daemon/base/worker-process.ts';
import type { OpenWorker } from '../../daemon/base/running-worker.ts';
import { isWorkerReport, type WorkerOrder } from '../daemon-process/worker-protocol.ts';

/** The used part of the port to the main process. */
type ReportPort = { on(event: 'message', listener: (message: { data: { kind: string } }) => void): unknown };

/** Starts workers in processes of their own, through the main process. */
export function workerOpener(port: ReportPort, send: (order: WorkerOrder) => void): OpenWorker {
  type Listeners = Parameters<Parameters<typeof workerThrough>[0]>[0];
  const open = new Map<number, Listeners>();
  let last = 0;
  port.on('message', ({ data: report }) => {
    if (!isWorkerReport(report)) return;
    const listeners = open.get(report.worker);
    if (report.kind === 'worker_message') return listeners?.message(report.message);
    open.delete(report.worker);
    listeners?.exit(report.code);
  });
  return (name, data) =>
    workerThrough(
      (listeners): HostChannel => {
        const worker = ++last;
        open.set(worker, listeners);
        send({ kind: 'worker_start', worker });
        return {
          send: (command) => send({ kind: 'worker_command', worker, command }),
          kill: () => send({ kind: 'worker_kill', worker }),
        };
      },
      { name, data },
    );
}
