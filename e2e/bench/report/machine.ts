import { availableParallelism, cpus, totalmem } from 'node:os';

/** The properties of this machine that affect the values. */
export function machineName(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown';
  return `${availableParallelism()} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GB, node ${process.version}, ${process.platform}`;
}
