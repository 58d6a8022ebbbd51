import type { WorkerHealth } from '../../../base/worker.ts';
import { finding, type Check, type Finding } from '../facts.ts';

/** After this many restarts a worker does not recover by itself. */
const maxRestarts = 5;
/** The maximum time in milliseconds that a healthy worker takes for a request; a full audit takes this long. */
const maxWaitMs = 10 * 60_000;

const purposes: Record<string, string> = {
  ingest: 'stores mail',
  indexer: 'keeps search up to date',
  reader: 'answers searches',
  checker: 'looks for damage',
  verifier: 'checks senders',
  rules: 'tests rules on mail',
  embedder: 'reads mail for searches by meaning',
  vectors: 'searches by meaning',
};

/** The worker threads of the daemon. */
export const checkWorkers: Check = ({ workers }) => workers.flatMap(workerFindings);

function workerFindings(worker: WorkerHealth): Finding[] {
  const { name, restarts, waiting_ms } = worker;
  const subject = `The part of Posthorn that ${purposes[name] ?? `is called ${name}`}`;
  if (restarts >= maxRestarts || waiting_ms > maxWaitMs) {
    const symptom = restarts >= maxRestarts ? `had to be started again ${restarts} times` : 'doesn’t answer';
    return [
      finding({
        code: 'worker_failing',
        severity: 'error',
        category: 'daemon',
        message: `${subject} ${symptom}.`,
        remediation: ['Restart Posthorn.', 'If it happens again, send the bug report.'],
      }),
    ];
  }
  if (restarts === 0) return [];
  return [
    finding({
      code: 'worker_restarted',
      severity: 'info',
      category: 'daemon',
      message: `${subject} ended unexpectedly ${restarts === 1 ? 'once' : `${restarts} times`}, and was started again.`,
      remediation: ['You don’t need to do anything. If the problem continues, send the bug report.'],
    }),
  ];
}
