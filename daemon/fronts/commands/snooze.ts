import { changeKey, type AddCommand, type CommandContext } from './context.ts';
import { UsageError } from './exit-codes.ts';
import { localTime } from './local-time.ts';
import { mailTarget } from './mail-targets.ts';
import { printChange } from './mutate.ts';
import { uses } from './rows-used.ts';

type SnoozeOptions = { until?: string; query?: string; wake?: true; key?: string };

/** `posthorn snooze`: mail that leaves the inbox until a time. */
export const addSnooze: AddCommand = (program, run) => {
  const command = program
    .command('snooze')
    .summary('Snooze mail until later')
    .description('Takes mail out of the inbox until a time. Without ids it lists what is snoozed.')
    .argument('[ids...]', 'ids of an earlier list, or whole ids')
    .option('--until <time>', 'tonight, tomorrow, weekend, monday, or a time such as 2026-03-12T08:00+01:00')
    .option('--query <query>', 'all mail that a search finds, instead of ids')
    .option('--wake', 'bring it back now')
    .option('--key <key>', 'a name for this change: repeated with the same key, it is made once')
    .action(run(snooze));
  uses(command, 'snooze.create', 'snooze.list', 'snooze.wake', 'snooze.presets', 'threads.get');
};

async function snooze(context: CommandContext, ids: string[], options: SnoozeOptions): Promise<number | void> {
  if (ids.length === 0 && options.query === undefined) return listSnoozed(context);
  await refuseTimeAmongIds(context, ids, options);
  const target = await mailTarget(context, ids, options.query);
  if (options.wake) return wake(context, target, options);
  if (options.until === undefined) throw new UsageError('Say until when, such as --until tomorrow.');
  const until = await snoozeTime(context, options.until);
  const reply = await context.ask('snooze.create', { ...target, until }, { idempotencyKey: changeKey(options.key) });
  return printChange(context, reply, `Snoozed until ${localTime(until)}:`);
}

/** Someone may write the time without its option, as in other programs. */
async function refuseTimeAmongIds({ ask }: CommandContext, ids: readonly string[], { until, wake }: SnoozeOptions) {
  const last = ids.at(-1);
  if (until !== undefined || wake || last === undefined) return;
  const { presets } = await ask('snooze.presets', {});
  if (presets.some(({ id }) => id === last.toLowerCase()) || /^\d{4}-\d{2}-\d{2}/.test(last))
    throw new UsageError(`Write the time with its option: --until ${last}.`);
}

/** A time that a preset names, or the time itself. */
async function snoozeTime({ ask }: CommandContext, text: string): Promise<string> {
  const { presets } = await ask('snooze.presets', {});
  const preset = presets.find(({ id }) => id === text.toLowerCase());
  if (preset) return preset.wakeAt;
  const time = new Date(text);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(time.getTime())) return time.toISOString();
  const names = presets.map(({ id }) => id).join(', ');
  throw new UsageError(`“${text}” isn’t a time. Use ${names}, or a time such as 2026-03-12T08:00+01:00.`);
}

async function wake(
  context: CommandContext,
  { message_ids = [], thread_ids = [], query }: { message_ids?: string[]; thread_ids?: string[]; query?: string },
  { key }: SnoozeOptions,
): Promise<number | void> {
  if (query !== undefined) throw new UsageError('--wake takes ids. "posthorn snooze" lists what is snoozed.');
  const { snoozed } = await context.ask('snooze.list', {});
  const wanted = snoozed.filter(
    ({ message_id, thread_id }) => message_ids.includes(message_id) || thread_ids.includes(thread_id),
  );
  const woken = changeKey(key);
  for (const { message_id } of wanted)
    await context.ask('snooze.wake', { id: message_id }, { idempotencyKey: `${woken}/${message_id}` });
  context.out.done({ ok: true, message_ids: wanted.map(({ message_id }) => message_id) }, () =>
    wanted.length === 0 ? 'None of it is snoozed.' : `Back in the inbox: ${wanted.length}.`,
  );
}

async function listSnoozed(context: CommandContext): Promise<void> {
  const { snoozed } = await context.ask('snooze.list', {});
  const shortIds = (await context.shortIds()).remember(
    snoozed.map(({ message_id, thread_id }) => ({ kind: 'message', id: message_id, thread_id })),
  );
  const rows = snoozed.map((row, at) => ({ short_id: shortIds[at] ?? row.message_id, ...row }));
  context.out.answer({ snoozed: rows }, () =>
    rows.length === 0
      ? 'Nothing is snoozed.'
      : context.out.table(
          [{ title: 'ID' }, { title: 'UNTIL' }, { title: 'FROM', shrinksTo: 10 }, { title: 'SUBJECT', shrinksTo: 12 }],
          rows.map(({ short_id, wake_at, sender, subject }) => [short_id, localTime(wake_at), sender, subject]),
        ),
  );
}
