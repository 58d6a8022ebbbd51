import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Option } from 'commander';
import { Failure } from '../../base/failure.ts';
import { systemReason } from '../../base/system-reason.ts';
import { chosenAccount, changeKey, type AddCommand, type CommandContext } from './context.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { followJob } from './follow-job.ts';
import { findMail } from './mail-targets.ts';
import { uses } from './rows-used.ts';

type Format = 'markdown' | 'json' | 'mbox' | 'eml' | 'llm';
type ExportOptions = { query?: string; everything?: true; format: Format; output?: string };

const searchFormats = { markdown: 'Markdown', json: 'Json', mbox: 'Mbox', llm: 'LlmContext' } as const;
const mailboxFormats = { json: 'Json', mbox: 'Mbox', eml: 'Eml' } as const;

/** `posthorn export`: mail as files. */
export const addExport: AddCommand = (program, run) => {
  const command = program
    .command('export')
    .summary('Export mail')
    .description(
      'Writes a conversation or what a search finds to standard output or a file. --everything writes all mail of an account into the folder of downloads.',
    )
    .argument('[id]', 'the id of a conversation')
    .option('--query <query>', 'all conversations in which a search finds something')
    .option('--everything', 'all mail of the account, or of all with --account all')
    .addOption(
      new Option('--format <format>', 'the format')
        .choices(['markdown', 'json', 'mbox', 'eml', 'llm'])
        .default('markdown'),
    )
    .option('-o, --output <file>', 'the file to write; - is standard output')
    .action(run(exportMail));
  uses(command, 'exports.thread', 'exports.search', 'exports.startMailboxes', 'jobs.get');
};

async function exportMail(context: CommandContext, id: string | undefined, options: ExportOptions): Promise<number> {
  const chosen = [id, options.query, options.everything].filter((each) => each !== undefined);
  if (chosen.length !== 1) throw new UsageError('Name one conversation, or a --query, or --everything.');
  if (options.everything) return exportEverything(context, options.format);
  const content =
    id === undefined
      ? await searchContent(context, options.query ?? '', options.format)
      : await threadContent(context, id, options.format);
  return deliver(context, content, options.output);
}

async function threadContent(context: CommandContext, id: string, format: Format): Promise<string> {
  if (format === 'llm') throw new UsageError('The format llm is for a --query.');
  const item = await findMail(context, id);
  const thread_id = item.kind === 'thread' ? item.id : item.thread_id;
  if (thread_id === undefined) throw new UsageError(`“${id}” is a message. Name its conversation.`);
  return (await context.ask('exports.thread', { thread_id, format })).content;
}

async function searchContent({ ask }: CommandContext, query: string, format: Format): Promise<string> {
  if (format === 'eml') throw new UsageError('The format eml is for one conversation, or for --everything.');
  return (await ask('exports.search', { query, format: searchFormats[format] }, { timeoutMs: 0 })).content;
}

/** Writes the export as it is, so that a file is what another program reads. */
function deliver({ io, out }: CommandContext, content: string, output: string | undefined): number {
  if (output === undefined || output === '-') {
    if (out.isTerminal) out.answer({ content }, () => content);
    else out.raw(content);
    return exitCodes.done;
  }
  const path = resolve(io.cwd, output);
  try {
    writeFileSync(path, content, { mode: 0o600 });
  } catch (cause) {
    throw new Failure('unavailable', 'cannot_write', `${output} couldn’t be written: ${systemReason(cause)}.`, {
      cause,
    });
  }
  out.done({ file: path }, () => `Written to ${path}.`);
  return exitCodes.done;
}

async function exportEverything(context: CommandContext, format: Format): Promise<number> {
  const chosen = format === 'markdown' ? 'mbox' : format;
  if (chosen === 'llm') throw new UsageError('--everything has the formats mbox, eml and json.');
  const account = await chosenAccount(context);
  const input = { format: mailboxFormats[chosen], ...(account && { account_id: account.account_id }) };
  const { job_id, folder } = await context.ask('exports.startMailboxes', input, {
    idempotencyKey: changeKey(undefined),
  });
  context.out.note(`Exporting into ${folder}.`);
  const job = await followJob(context, job_id);
  if (!job) return exitCodes.done;
  context.out.done({ job, folder }, () =>
    job.status === 'failed' ? (job.error ?? 'The export failed.') : `Exported into ${folder}.`,
  );
  return job.status === 'failed' ? exitCodes.failed : exitCodes.done;
}
