import { grouped } from '../base/numbers.ts';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import type { Contract } from '../contract.ts';
import { instances } from '../config/paths.ts';
import type { Client } from './client.ts';
import { clearLine, counted, leaveQuietly, say, showLine } from './terminal.ts';

type Progress = z.output<Contract['import']['get']['output']>;

export type ImportWish = {
  client: Client;
  instance: string;
  path: string;
  folder?: string | undefined;
  wait: boolean;
};

/** How often the daemon is asked how far it is, in milliseconds. */
const pollEvery = 250;

/**
 * Starts an import and, unless told not to, shows how far it is until it is done. Gives the exit code: 1 where the import
 * failed. The import itself is the daemon's: it goes on whatever becomes of this program.
 */
export async function importFiles({ client, instance, path, folder, wait }: ImportWish): Promise<number> {
  const input = { path: resolve(path), ...(folder !== undefined && { folder }) };
  const { job_id } = (await client.ask('import.start', input)) as { job_id: string };
  const leaving = wait ? leaveQuietly() : undefined;
  say(`Importing ${input.path} into ${nameOf(instance)}.`);
  if (!leaving) {
    say('It goes on by itself; the mail shows up as it comes.');
    return 0;
  }
  const progress = await followed(client, job_id, leaving);
  clearLine();
  if (!isOver(progress)) {
    say('The import goes on by itself; the mail shows up as it comes.');
    return 0;
  }
  say(summaryOf(progress));
  return progress.status === 'failed' ? 1 : 0;
}

function nameOf(instance: string): string {
  if (instance === instances.demo) return 'the demo, which is made anew at its next start';
  return instance === instances.release ? 'Posthorn' : `Posthorn (${instance})`;
}

async function followed(client: Client, job_id: string, leaving: AbortSignal): Promise<Progress> {
  const began = performance.now();
  let first: number | undefined;
  for (;;) {
    const progress = (await client.ask('import.get', { job_id })) as Progress;
    if (leaving.aborted || isOver(progress)) return progress;
    first ??= doneOf(progress);
    showLine(lineOf(progress, (doneOf(progress) - first) / ((performance.now() - began) / 1000)));
    await wait(pollEvery, undefined, { signal: leaving }).catch(() => undefined);
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
  return `${percent}%  ${grouped(done)} of ${grouped(progress.total)} messages, ${grouped(perSecond)}/s${waits}`;
}

export function summaryOf({ added, known, failed, passed_over, problems, error, status }: Progress): string {
  const parts = [
    `${status === 'failed' ? 'Broken off. ' : ''}Imported ${counted(added, 'message')}`,
    ...(known > 0 ? [`${grouped(known)} ${known === 1 ? 'was' : 'were'} already here`] : []),
    ...(failed > 0 ? [`${grouped(failed)} could not be read`] : []),
    ...(passed_over > 0 ? [`${counted(passed_over, 'file')} without mail passed over`] : []),
  ];
  const named = problems.map(({ file, reason }) => `  ${file}: ${reason}`);
  const more = failed > problems.length ? [`  and ${grouped(failed - problems.length)} more`] : [];
  return [`${parts.join(', ')}.`, ...(error ? [error] : []), ...named, ...more].join('\n');
}
