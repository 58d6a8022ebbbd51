import type { HostCommand, HostMessage } from '../../daemon/base/worker-process.ts';

/**
 * Only the main process can start a utility process, so it starts those for the workers of the daemon and passes messages on. The
 * daemon numbers them.
 */
export type WorkerOrder =
  | { kind: 'worker_start'; worker: number }
  | { kind: 'worker_command'; worker: number; command: HostCommand }
  | { kind: 'worker_kill'; worker: number };

export type WorkerReport =
  | { kind: 'worker_message'; worker: number; message: HostMessage }
  | { kind: 'worker_exit'; worker: number; code: number };

export function isWorkerOrder(message: { kind: string }): message is WorkerOrder {
  return ['worker_start', 'worker_command', 'worker_kill'].includes(message.kind);
}

export function isWorkerReport(message: { kind: string }): message is WorkerReport {
  return ['worker_message', 'worker_exit'].includes(message.kind);
}
