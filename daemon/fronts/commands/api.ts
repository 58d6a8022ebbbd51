import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { reasonOf } from '../../base/failure.ts';
import { systemReason } from '../../base/system-reason.ts';
import type { RequestName } from '../../contract.ts';
import { changeKey, type AddCommand, type CommandContext, type ReplyOf } from './context.ts';
import { exitCodes, isPendingApproval, UsageError } from './exit-codes.ts';
import { followJob, pollIntervalMs } from './follow-job.ts';
import { collect } from './parse-options.ts';
import { uses } from './rows-used.ts';

type ApiOptions = { field?: string[]; input?: string; key?: string; wait: boolean };

/** Requests that take as long as they need; they show the progress of their job. */
const longRequests: readonly string[] = [
  'analytics.rebuild',
  'analytics.refreshContacts',
  'classification.recompute',
  'deliveries.scan',
  'semantic.backfill',
  'semantic.enable',
  'semantic.install',
  'semantic.installFrom',
  'semantic.reindex',
  'semantic.use',
  'sync.start',
];

/** `posthorn api`: any request of the contract. */
export const addApi: AddCommand = (program, run) => {
  const command = program
    .command('api')
    .summary('Send any request')
    .description(
      'Sends a request by its name, such as mailbox.list, and prints the reply as JSON. "posthorn commands" lists the names; /docs in the page describes their fields.',
    )
    .argument('<row>', 'the name of a request')
    .option('-f, --field <name=value>', 'a field of the input: JSON, or else text; may be given several times', collect)
    .option('--input <file>', 'the input as a JSON file; - reads standard input')
    .option('--key <key>', 'an idempotency key: repeated with the same key, a change is made once')
    .option('--no-wait', 'don’t wait for the job that a long request starts')
    .action(run(sendRequest));
  uses(command, 'jobs.list', 'jobs.get');
};

async function sendRequest(context: CommandContext, row: string, options: ApiOptions): Promise<number> {
  const input = { ...(await inputOf(context, options.input)), ...fieldsOf(options.field ?? []) };
  const isLong = longRequests.includes(row);
  // The daemon knows which names exist.
  const { client } = await context.daemon();
  const key = options.key === undefined ? {} : { idempotencyKey: changeKey(options.key) };
  const asked = client.ask(row as RequestName, input, { ...key, ...(isLong && { timeoutMs: 0 }) });
  const reply = (await (isLong ? withProgress(context, asked) : asked)) as object;
  const job_id = isLong && options.wait ? jobOf(reply) : undefined;
  const job = job_id === undefined ? undefined : await followJob(context, job_id);
  const value = { ...reply, ...(job && { job }) };
  context.out.answer(value, () => JSON.stringify(value, undefined, 2));
  if (isPendingApproval(reply)) return exitCodes.needsApproval;
  return job?.status === 'failed' ? exitCodes.failed : exitCodes.done;
}

/** The job that a reply names. */
function jobOf(reply: object): string | undefined {
  const job_id = 'job_id' in reply ? reply.job_id : undefined;
  return typeof job_id === 'string' ? job_id : undefined;
}

/** Shows what runs while a request is answered. */
async function withProgress(context: CommandContext, asked: Promise<unknown>): Promise<unknown> {
  const ended = new AbortController();
  const settled = asked.finally(() => ended.abort());
  // The failure is thrown below.
  settled.catch(() => undefined);
  while (!ended.signal.aborted) {
    await context.clock.wait(pollIntervalMs, ended.signal);
    if (!ended.signal.aborted) await showJobs(context);
  }
  return settled;
}

async function showJobs({ ask, out }: CommandContext): Promise<void> {
  const { jobs } = await ask('jobs.list', {}, { timeoutMs: 0 });
  const running = jobs.filter(({ status }) => status === 'running');
  const lines = running.map(({ kind, progress: { completed, total } }: ReplyOf<'jobs.list'>['jobs'][number]) =>
    total === 0 ? kind : `${kind}: ${Math.floor((100 * completed) / total)}%`,
  );
  if (lines.length > 0) out.progress(lines.join('; '));
}

async function inputOf({ io }: CommandContext, file: string | undefined): Promise<object> {
  if (file === undefined) return {};
  let text: string;
  try {
    text = file === '-' ? await textOf(Readable.from(io.stdin)) : readFileSync(resolve(io.cwd, file), 'utf8');
  } catch (cause) {
    throw new UsageError(`${file} can’t be read: ${systemReason(cause)}.`);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (cause) {
    throw new UsageError(`The input isn’t valid JSON: ${reasonOf(cause)}.`);
  }
  throw new UsageError('The input must be a JSON object.');
}

function fieldsOf(fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => {
      const at = field.indexOf('=');
      if (at < 1) throw new UsageError(`“${field}” isn’t a field. Write name=value.`);
      return [field.slice(0, at), valueOf(field.slice(at + 1))];
    }),
  );
}

/** A value that is JSON, such as 5, true or ["a"], and otherwise text. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
