import { resolve } from 'node:path';
import { formatInteger } from '../../base/numbers.ts';
import { instances } from '../../config/paths.ts';
import { formatCount } from '../terminal.ts';
import type { AddCommand, CommandContext, ReplyOf } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { uses } from './rows-used.ts';

type Progress = ReplyOf<'import.get'>;

/** The poll interval for progress, in milliseconds. */
const pollIntervalMs = 250;

/** `posthorn import`: mail files of this computer. */
export const addImport: AddCommand = (program, run) => {
  const command = program
    .command('import')
    .summary('Import mail files')
    .description('Imports a Maildir, mbox files or message files (.eml), also packed with gzip.')
    .argument('<path>', 'a Maildir, an mbox file, a message file, or a folder of them')
    .option('--folder <name>', 'put all of it under this folder; otherwise its own folders are kept')
    .option('--no-wait', 'don’t wait until it is done')
    .action(run(importFiles));
  uses(command, 'import.start', 'import.get');
};

/**
 * Starts an import and, by default, shows its progress until it is done. Resolves to the exit code: 1 if the import failed.
 * The import runs in the daemon and continues when this program ends.
 */
async function importFiles(
  context: CommandContext,
  path: string,
  { folder, wait }: { folder?: string; wait: boolean },
): Promise<number> {
  const { io, out } = context;
  const input = { path: resolve(io.cwd, path), ...(folder !== undefined && { folder }) };
  const { job_id } = await context.ask('import.start', input);
  const interrupted = wait ? io.interrupted() : undefined;
  const { instance } = await context.daemon();
  const started = `Importing ${input.path} into ${nameOf(instance)}.`;
  const goesOn = 'The import continues in the background; mail appears as it is imported.';
  if (!interrupted) {
    out.done({ job_id }, () => `${started}\n${goesOn}`);
    return exitCodes.done;
  }
  if (!out.isJson && !out.isQuiet) out.line({}, () => started);
  const progress = await followImport(context, job_id, interrupted);
  if (!isOver(progress)) {
    out.done(progress, () => goesOn);
    return exitCodes.done;
  }
  out.done(progress, () => summaryOf(progress));
  return progress.status === 'failed' ? exitCodes.failed : exitCodes.done;
}

function nameOf(instance: string | undefined): string {
  if (instance === instances.demo) return 'the demo, which is reset at its next start';
  return instance === undefined || instance === instances.release ? 'Posthorn' : `Posthorn (${instance})`;
}

async function followImport(context: CommandContext, job_id: string, interrupted: AbortSignal): Promise<Progress> {
  const startedMs = performance.now();
  let first: number | undefined;
  for (;;) {
    const progress = await context.ask('import.get', { job_id });
    if (interrupted.aborted || isOver(progress)) return progress;
    first ??= doneOf(progress);
    context.out.progress(lineOf(progress, (doneOf(progress) - first) / ((performance.now() - startedMs) / 1000)));
    await context.clock.wait(pollIntervalMs, interrupted);
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
    ...(failed > 0 ? [`${formatInteger(failed)} couldn’t be read`] : []),
    ...(passed_over > 0 ? [`${formatCount(passed_over, 'file')} without mail passed over`] : []),
  ];
  const named = problems.map(({ file, reason }) => `  ${file}: ${reason}`);
  const more = failed > problems.length ? [`  and ${formatInteger(failed - problems.length)} more`] : [];
  return [`${parts.join(', ')}.`, ...(error ? [error] : []), ...named, ...more].join('\n');
}
