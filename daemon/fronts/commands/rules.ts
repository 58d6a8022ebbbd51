import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Option } from 'commander';
import { changeKey, type AddCommand, type CommandContext } from './context.ts';
import { systemReason } from '../../base/system-reason.ts';
import { UsageError } from './exit-codes.ts';
import { localTime } from './local-time.ts';
import { parseCount } from './parse-options.ts';
import { uses } from './rows-used.ts';

const ruleArgument = ['<rule>', 'the name or the id of a rule'] as const;

/** `posthorn rules`: the rules for new mail. */
export const addRules: AddCommand = (program, run) => {
  const rules = program
    .command('rules')
    .summary('List, test and change rules for new mail')
    .description('Lists the rules for new mail, in the order in which they are applied, and tests and changes them.');
  uses(
    rules
      .command('list', { isDefault: true })
      .description('Lists the rules in the order in which they are applied.')
      .action(run(listRules)),
    'rules.list',
  );
  uses(
    rules
      .command('show')
      .description('Shows a rule as its form.')
      .argument(...ruleArgument)
      .action(run(showRule)),
    'rules.form',
  );
  uses(
    rules
      .command('test')
      .description('Says what a rule would do with recent mail, and changes nothing.')
      .argument(...ruleArgument)
      .option('-n, --limit <count>', 'how many messages', parseCount(1_000), 25)
      .option('--since <time>', 'mail since this time')
      .action(run(testRule)),
    'rules.dryRun',
  );
  for (const [verb, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const)
    uses(
      rules
        .command(verb)
        .description(enabled ? 'Turns a rule on.' : 'Turns a rule off.')
        .argument(...ruleArgument)
        .action(run((context, rule: string) => setEnabled(context, rule, enabled))),
      'rules.form',
      'rules.upsertForm',
    );
  uses(
    rules
      .command('delete')
      .description('Deletes a rule. What it did stays.')
      .argument(...ruleArgument)
      .action(run(deleteRule)),
    'rules.delete',
  );
  uses(
    rules.command('export').description('Writes all rules to standard output.').action(run(exportRules)),
    'rules.export',
  );
  uses(
    rules
      .command('import')
      .description('Makes rules of a Sieve script, of filters of Gmail, or of an export of rules.')
      .argument('<file>', 'the file')
      .addOption(
        new Option('--format <format>', 'what the file is').choices(['sieve', 'gmail', 'posthorn']).default('posthorn'),
      )
      .option('--dry-run', 'only show the rules')
      .action(run(importRules)),
    'rules.import',
  );
};

async function listRules({ ask, out }: CommandContext): Promise<void> {
  const reply = await ask('rules.list', {});
  out.answer(reply, () =>
    reply.rules.length === 0
      ? 'There are no rules.'
      : out.table(
          [{ title: 'RULE', shrinksTo: 12 }, { title: 'STATE' }, { title: 'ID' }],
          reply.rules.map(({ name, enabled, id }) => [name, enabled ? 'on' : 'off', id]),
        ),
  );
}

async function showRule({ ask, out }: CommandContext, rule: string): Promise<void> {
  const reply = await ask('rules.form', { rule });
  const { name, condition, action, enabled } = reply.form;
  out.answer(reply, () =>
    [`${name} (${enabled ? 'on' : 'off'})`, `  if    ${condition}`, `  then  ${action}`].join('\n'),
  );
}

async function testRule(
  { ask, out }: CommandContext,
  rule: string,
  { limit, since }: { limit: number; since?: string },
): Promise<void> {
  const reply = await ask('rules.dryRun', { rule, limit, ...(since !== undefined && { since }) }, { timeoutMs: 0 });
  const matches = reply.results.flatMap((result) => result.matches);
  out.answer(reply, () =>
    matches.length === 0
      ? `None of ${reply.checked} messages match.`
      : out.table(
          [{ title: 'DATE' }, { title: 'FROM', shrinksTo: 10 }, { title: 'SUBJECT', shrinksTo: 12 }],
          matches.map(({ date, from, subject }) => [localTime(date), from, subject]),
        ),
  );
}

async function setEnabled({ ask, out }: CommandContext, rule: string, enabled: boolean): Promise<void> {
  const { form } = await ask('rules.form', { rule });
  const { id, name, condition, action, priority } = form;
  const reply = await ask(
    'rules.upsertForm',
    { existing_rule: id, name, condition, action, priority, enabled },
    { idempotencyKey: changeKey(undefined) },
  );
  out.done(reply, () => `${name} is ${enabled ? 'on' : 'off'}.`);
}

async function deleteRule({ ask, out }: CommandContext, rule: string): Promise<void> {
  const reply = await ask('rules.delete', { rule }, { idempotencyKey: changeKey(undefined) });
  out.done(reply, () => 'Deleted.');
}

async function exportRules({ ask, out }: CommandContext): Promise<void> {
  const { content } = await ask('rules.export', {});
  if (out.isTerminal) out.answer({ content }, () => content);
  else out.raw(content);
}

async function importRules(
  { ask, out, io }: CommandContext,
  file: string,
  { format, dryRun }: { format: 'sieve' | 'gmail' | 'posthorn'; dryRun?: true },
): Promise<void> {
  const input = { format, content: contentOf(resolve(io.cwd, file), file), dry_run: dryRun === true };
  const reply = await ask('rules.import', input, { idempotencyKey: changeKey(undefined) });
  out.done(reply, () =>
    [`${dryRun ? 'Would be made' : 'Made'}: ${reply.rules.length}`, ...reply.rules.map(({ name }) => `  ${name}`)].join(
      '\n',
    ),
  );
}

function contentOf(path: string, file: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new UsageError(`${file} can’t be read: ${systemReason(cause)}.`);
  }
}
