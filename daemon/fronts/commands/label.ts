import { formatInteger } from '../../base/numbers.ts';
import { chosenAccount, changeKey, type AddCommand, type CommandContext } from './context.ts';
import { UsageError } from './exit-codes.ts';
import { mailTarget } from './mail-targets.ts';
import { addChangeOptions, applyChange, type ChangeOptions } from './mutate.ts';
import { collect } from './parse-options.ts';
import { uses } from './rows-used.ts';

type LabelOptions = ChangeOptions & { add?: string[]; remove?: string[] };

/** `posthorn label`: the labels there are, and those of mail. */
export const addLabel: AddCommand = (program, run) => {
  const label = addChangeOptions(program.command('label').aliases(['labels']))
    .summary('List labels, and add or remove them')
    .description('Adds labels to mail and removes others. Without ids it lists the labels of an account.')
    .option('--add <label>', 'a label to add; may be given several times', collect)
    .option('--remove <label>', 'a label to remove; may be given several times', collect)
    .option('--create <label>', 'create a label')
    .action(run(labelMail));
  uses(label, 'labels.list', 'labels.create', 'mutations.labels');
};

async function labelMail(
  context: CommandContext,
  ids: string[],
  options: LabelOptions & { create?: string },
): Promise<number | void> {
  const { add, remove, create } = options;
  if (create !== undefined) return createLabel(context, create, options);
  const isList = ids.length === 0 && options.query === undefined;
  if (isList && (add || remove)) throw new UsageError('Name the mail that gets or loses the label.');
  if (isList) return listLabels(context);
  if (!add && !remove) throw new UsageError('Say which labels with --add or --remove.');
  const target = await mailTarget(context, ids, options.query);
  const labels = { ...(add && { add }), ...(remove && { remove }) };
  return applyChange(context, {
    target,
    options,
    done: 'Changed the labels of',
    change: (more, key) => context.ask('mutations.labels', { ...target, ...labels, ...more }, { idempotencyKey: key }),
  });
}

async function createLabel(context: CommandContext, name: string, { key }: ChangeOptions): Promise<void> {
  const account = await chosenAccount(context);
  const input = { name, ...(account && { account_id: account.account_id }) };
  const reply = await context.ask('labels.create', input, { idempotencyKey: changeKey(key) });
  context.out.done(reply, () => `Created the label ${reply.label.full_name}.`);
}

async function listLabels(context: CommandContext): Promise<void> {
  const account = await chosenAccount(context);
  const { labels } = await context.ask('labels.list', account ? { account_id: account.account_id } : {});
  context.out.answer({ account: account?.email ?? null, labels }, () =>
    context.out.table(
      [
        { title: 'LABEL', shrinksTo: 12 },
        { title: 'UNREAD', alignsRight: true },
        { title: 'TOTAL', alignsRight: true },
      ],
      labels.map(({ full_name, unread_count, total_count }) => [
        full_name,
        formatInteger(unread_count),
        formatInteger(total_count),
      ]),
    ),
  );
}
