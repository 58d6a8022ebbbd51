import { Option } from 'commander';
import { Failure } from '../../base/failure.ts';
import type { AddCommand, CommandContext, InputOf, ReplyOf } from './context.ts';
import { pollIntervalMs } from './follow-job.ts';
import { localTime } from './local-time.ts';
import { parseCount, parseWhole } from './parse-options.ts';
import { uses } from './rows-used.ts';

type Event = ReplyOf<'admin.events'>['entries'][number];
type EventsOptions = {
  follow?: true;
  limit?: number;
  after?: number;
  level?: 'info' | 'warn' | 'error';
  category?: string;
};

/** Events that are shown where neither a limit nor a start is given. */
const usualLimit = 25;

/** Events that one request of `--follow` reads. */
const pageSize = 100;

/** `posthorn events`: what happens, as it happens. */
export const addEvents: AddCommand = (program, run) => {
  const command = program
    .command('events')
    .summary('Show what happens')
    .description('Shows recent events, oldest first. As JSON they are one object a line.')
    .option('-f, --follow', 'go on with new events until Ctrl-C')
    .option(
      '-n, --limit <count>',
      `how many events: the newest (${usualLimit} without it), or the first after --after`,
      parseCount(1_000),
    )
    .option(
      '--after <seq>',
      'only events after this number, so that a stream goes on where it ended',
      parseWhole(999_999_999),
    )
    .addOption(new Option('--level <level>', 'only events of this level').choices(['info', 'warn', 'error']))
    .option('--category <category>', 'only events of this category, such as mail or sync')
    .action(run(showEvents));
  uses(command, 'admin.events');
};

async function showEvents(context: CommandContext, options: EventsOptions): Promise<void> {
  const filter = {
    ...(options.level && { level: options.level }),
    ...(options.category !== undefined && { category: options.category }),
  };
  const interrupted = options.follow ? context.io.interrupted() : undefined;
  const { after } = options;
  let last =
    after === undefined
      ? print(context, await newestEvents(context, filter, options.limit ?? usualLimit), 0)
      : print(context, (await eventsAfter(context, filter, after)).slice(0, options.limit), after);
  while (interrupted && !interrupted.aborted) {
    await context.clock.wait(pollIntervalMs, interrupted);
    if (!interrupted.aborted) last = print(context, await newEvents(context, filter, last), last);
  }
}

/** The events after a number; none while the daemon is restarting, which it goes on from. */
async function newEvents(context: CommandContext, filter: Filter, seq: number): Promise<Event[]> {
  try {
    return await eventsAfter(context, filter, seq);
  } catch (failed) {
    if (!(failed instanceof Failure) || !['daemon_gone', 'no_daemon'].includes(failed.code)) throw failed;
    context.disconnect();
    return [];
  }
}

type Filter = Pick<InputOf<'admin.events'>, 'level' | 'category'>;

/** The newest events, oldest first. */
export async function newestEvents({ ask }: CommandContext, filter: Filter, limit: number): Promise<Event[]> {
  return (await ask('admin.events', { ...filter, limit })).entries.toReversed();
}

/** The events after a number, oldest first. The row gives the newest first, so pages are read back to that number. */
export async function eventsAfter({ ask }: CommandContext, filter: Filter, seq: number): Promise<Event[]> {
  const found = new Map<number, Event>();
  for (let offset = 0; ; offset += pageSize) {
    const { entries } = await ask('admin.events', { ...filter, limit: pageSize, offset });
    for (const entry of entries) if (entry.seq > seq) found.set(entry.seq, entry);
    if (entries.length < pageSize || entries.some((entry) => entry.seq <= seq)) break;
  }
  return [...found.values()].toSorted((one, other) => one.seq - other.seq);
}

/** Prints events, and returns the number of the last one. */
function print({ out }: CommandContext, events: readonly Event[], last: number): number {
  for (const event of events)
    out.line(event, () => `${localTime(event.timestamp * 1000, { hasSeconds: true })}  ${event.summary}`);
  return events.at(-1)?.seq ?? last;
}
