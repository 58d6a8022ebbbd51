import { availableParallelism, cpus, totalmem } from 'node:os';

/** What this machine is, as far as figures depend on it. */
export function machineName(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown';
  return `${availableParallelism()} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GB, node ${process.version}, ${process.platform}`;
}
