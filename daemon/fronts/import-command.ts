import { formatInteger } from '../base/numbers.ts';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import type { Contract } from '../contract.ts';
import { instances } from '../config/paths.ts';
import type { Client } from './client.ts';
import { clearProgressLine, formatCount, abortOnInterrupt, printLine, showProgressLine } from './terminal.ts';

type Progress = z.output<Contract['import']['get']['output']>;

type ImportOptions = {
  client: Client;
  instance: string;
  path: string;
  folder?: string | undefined;
  wait: boolean;
};

/** The poll interval for progress, in milliseconds. */
const pollIntervalMs = 250;

/**
 * Starts an import and, by default, shows its progress until it is done. Resolves to the exit code: 1 if the import failed.
 * The import runs in the daemon and continues when this program ends.
 */
export async function importFiles({ client, instance, path, folder, wait }: ImportOptions): Promise<number> {
  const input = { path: resolve(path), ...(folder !== undefined && { folder }) };
  const { job_id } = (await client.ask('import.start', input)) as { job_id: string };
  const interrupted = wait ? abortOnInterrupt() : undefined;
  printLine(`Importing ${input.path} into ${nameOf(instance)}.`);
  if (!interrupted) {
    printLine('The import continues in the background; mail appears as it is imported.');
    return 0;
  }
  const progress = await followImport(client, job_id, interrupted);
  clearProgressLine();
  if (!isOver(progress)) {
    printLine('The import continues in the background; mail appears as it is imported.');
    return 0;
  }
  printLine(summaryOf(progress));
  return progress.status === 'failed' ? 1 : 0;
}

function nameOf(instance: string): string {
  if (instance === instances.demo) return 'the demo, which is reset at its next start';
  return instance === instances.release ? 'Posthorn' : `Posthorn (${instance})`;
}

async function followImport(client: Client, job_id: string, interrupted: AbortSignal): Promise<Progress> {
  const startedMs = performance.now();
  let first: number | undefined;
  for (;;) {
    const progress = (await client.ask('import.get', { job_id })) as Progress;
    if (interrupted.aborted || isOver(progress)) return progress;
    first ??= doneOf(progress);
    showProgressLine(lineOf(progress, (doneOf(progress) - first) / ((performance.now() - startedMs) / 1000)));
    await wait(pollIntervalMs, undefined, { signal: interrupted }).catch(() => undefined);
  }
}

function isOver({ status }: Progress): boolean {
  return status === 'succeeded' || status === 'failed';
}

function doneOf({ added, known, failed }: Progress): number {
  return added + known + failed;
}

function lineOf(progress: Progress, perSecond: number): string {
  const done = doneOf(progress);
  const percent = progress.total === 0 ? 0 : Math.floor((100 * done) / progress.total);
  const waits = progress.error ? ` Waiting: ${progress.error}` : '';
  return `${percent}%  ${formatInteger(done)} of ${formatInteger(progress.total)} messages, ${formatInteger(perSecond)}/s${waits}`;
}

export function summaryOf({ added, known, failed, passed_over, problems, error, status }: Progress): string {
  const parts = [
    `${status === 'failed' ? 'Broken off. ' : ''}Imported ${formatCount(added, 'message')}`,
    ...(known > 0 ? [`${formatInteger(known)} ${known === 1 ? 'was' : 'were'} already here`] : []),
    ...(failed > 0 ? [`${formatInteger(failed)} could not be read`] : []),
    ...(passed_over > 0 ? [`${formatCount(passed_over, 'file')} without mail passed over`] : []),
  ];
  const named = problems.map(({ file, reason }) => `  ${file}: ${reason}`);
  const more = failed > problems.length ? [`  and ${formatInteger(failed - problems.length)} more`] : [];
  return [`${parts.join(', ')}.`, ...(error ? [error] : []), ...named, ...more].join('\n');
}
